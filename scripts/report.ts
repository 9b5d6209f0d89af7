/**
 * `npm run report -- DOCUMENT… [--keys FILE_OR_URL] [--key ID…] [--out FILE]`: signed evidence, recommendations and jobs as one
 * HTML file for the people who decide (docs/tenants.md#19). A document is a file, the address of a tenant's document or its
 * digest. Exits 1, without a report, when a signature does not hold, 2 for wrong use, 3 when the service does not answer.
 */
import { writeReport } from './report/program.ts';
import { outliveReaders } from './support/closed-output.ts';

outliveReaders();

await writeReport(process);
