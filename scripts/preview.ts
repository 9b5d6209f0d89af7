/**
 * `npm run preview [-- --port N]`: shows the content in a browser on this machine while it is edited. Every save is checked
 * and shown at once, with its mistakes. It publishes nothing, and touches neither `dist/` nor DATA_DIR.
 */
import { preview } from './edit/preview/program.ts';

await preview(process);
