import { build } from '../build/build.ts';
import { testRing } from '../test/keys.ts';
import { exampleContent, temporaryFolder } from '../test/support/folder.ts';
import { join } from 'node:path';
for (const more of [{}, {reading:false}] as any[]) for (let i=0;i<4;i++){ const c=process.cpuUsage(); const r=build({contentDir: exampleContent, distDir: join(temporaryFolder(),'dist'), logDir: join(temporaryFolder(),'log'), baseUrl:'http://catalog.test', keys: testRing(), ...more}); const d=process.cpuUsage(c); console.log(JSON.stringify(more), Math.round((d.user+d.system)/1000), (r as any).pages); }
