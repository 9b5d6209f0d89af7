/**
 * The steps that every client which a program drives takes, in its own words: `connect` gives functions that list tools, call
 * one, list resources and read one. Prints the outcome of each step as one line of JSON. Run with the address of the endpoint.
 */
const [url] = process.argv.slice(2);
const path = '/patterns/react-loop.md';

/** @param connect gives `tools()`, `call(name, values)` as text, `resources()` as addresses, `read(address)` as text, `close()` */
export async function run(connect) {
  const outcome = {};
  const step = async (name, work) => {
    try {
      outcome[name] = (await work()) ?? 'yes';
    } catch (error) {
      outcome[name] = `no: ${String(error?.message ?? error)
        .split('\n')[0]
        .slice(0, 160)}`;
    }
  };
  const client = await connect(url).catch(error => {
    console.log(JSON.stringify({ lists: `no: ${error.message}` }));
    process.exit(0);
  });
  let ticket;
  await step('lists', async () => expect((await client.tools()).length >= 5, 'not every tool'));
  await step('calls', async () => {
    expectText(await client.call('search', { query: 'fix a bug in a repository' }), /\/patterns\//);
    expectText(await client.call('list_starters', {}), /\/starters\//);
  });
  await step('null', async () => {
    const values = { query: 'fix a bug', kind: null, task_class: '', limit: '3' };
    expectText(await client.call('search', values), /^1\. [\s\S]*\n3\. /m);
  });
  await step('ticket', async () => {
    const text = await client.call('fetch', { path });
    expectText(text, /^---\nschema: formation\.pattern/);
    ticket = /use_ticket: (\S+)/.exec(text)?.[1];
    expect(ticket, 'no ticket came with the page');
  });
  await step('report', async () =>
    expectText(await client.call('report_outcome', { ticket, outcome: 'worked' }), /Accepted at/),
  );
  await step('resources', async () => {
    if (!client.resources) return '–';
    const addresses = await client.resources();
    expect(addresses.length > 50, `only ${addresses.length} resources`);
    expectText(
      await client.read(addresses.find(each => each.endsWith(path))),
      /^---\nschema: formation\.pattern/,
    );
  });
  console.log(JSON.stringify(outcome));
  await client.close?.();
  process.exit(0);
}

function expect(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}

const expectText = (text, pattern) =>
  expect(pattern.test(text), `unexpected answer: ${String(text).slice(0, 100)}`);

/** The texts of a result of the protocol, a line each. */
export const textOf = ({ content }) => content.map(item => item.text ?? '').join('\n');
