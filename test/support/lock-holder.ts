/** A process that takes the lock of the file in its argument, and keeps it until it is killed. */
import { openFile } from '../../server/store/database/sqlite-driver.ts';

const file = openFile(process.argv[2]!, { timeout: 5000 });
file.exec('BEGIN IMMEDIATE; CREATE TABLE unfinished (number INTEGER); INSERT INTO unfinished VALUES (1)');
process.stdout.write('held\n');
setInterval(() => file, 1000);
