// Loads the page again when it is no longer what the content says.
const { digest } = document.currentScript.dataset;
const address = encodeURIComponent(location.pathname + location.search);
const events = new EventSource(`/preview/events?of=${address}`);
events.addEventListener('message', ({ data }) => data !== digest && location.reload());
// A browser that goes back to the page shows what it was.
addEventListener('pagehide', () => events.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
