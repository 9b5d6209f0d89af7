import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { startPostgres } from './support/postgres.ts';
import { freePort } from './support/port.ts';
const pkg = '/tmp/pk/package/code/catalog.mjs';
const base = '/tmp/cap'; rmSync(base,{recursive:true,force:true}); mkdirSync(base,{recursive:true});
const database = await startPostgres({ port: await freePort(), durable: true });
const env0 = { ...process.env, DATABASE_URL: database.url, DIST_DIR: '/tmp/pk/dist', DATA_DIR: base+'/data', BASE_URL: 'http://localhost:8080', LOG_LEVEL: 'error', TRUST_PROXY:'1', NODE_ENV:'production',
 MAX_CONNECTIONS_PER_ADDRESS:'1000000000', AUTH_FAILURES_PER_MINUTE:'1000000000', RECEIPTS_PER_MINUTE:'1000000000', MCP_REQUESTS_PER_MINUTE:'1000000000', SEARCH_SHARE:'100' };
spawnSync('cp',['-r','/tmp/pk/data',base+'/data']);
const op = (...w: string[]) => execFileSync('node',[pkg,'operator',...w],{env:env0,encoding:'utf8'});
op('tenant','create','acme');
const out = op('credential','issue','--tenant','acme','--scopes','artifacts:read,formations:write,evaluations:plan,evaluations:read,account:read');
const token = /atc_\S+/.exec(out)![0];
op('tenant','limits','acme','--set','registered_documents=1000000000','--set','storage_bytes=1000000000000','--set','requests_per_minute=1000000000');
op('tickets','caps',...['visitor_open','visitor_per_hour','visitor_ipv4_24_per_hour','visitor_ipv6_48_per_hour','visitor_site_per_hour'].flatMap(n=>['--set',`${n}=1000000000`]),'--set','visitor_rule_percent=100');
// CPU by group
const ticks = 100;
function cpu(pids: number[]) { let s=0; for(const p of pids){ try{ const f=readFileSync(`/proc/${p}/stat`,'utf8').split(') ')[1]!.split(' '); s+=Number(f[11])+Number(f[12]); }catch{} } return s/ticks; }
const all = () => readdirSync('/proc').filter(x=>/^\d+$/.test(x)).map(Number);
const named = (what: RegExp) => all().filter(p=>{ try{ return what.test(readFileSync(`/proc/${p}/cmdline`,'utf8').replaceAll('\0',' ')) || what.test(readFileSync(`/proc/${p}/comm`,'utf8')); }catch{return false;} });
const client = new pg.Client({connectionString: database.url}); await client.connect();
const pages = ['/patterns/orchestrator-workers.md','/patterns/index.md','/llms.txt','/domains/coding.md','/tasks/coding.bug_fix.md','/guides/glossary.md','/research/index.md','/patterns/gate.md'].filter(Boolean);
const suite = (n: string) => `---\nschema: formation.suite/v0.1\nkind: suite\ntitle: Suite ${n}\ndescription: Defects.\nname: defects\nversion: 1.0.0\ntask_class: coding.bug_fix\ncases:\n  - {id: case-1, digest: "sha256:${'a'.repeat(64)}"}\n---\n`;
let seq=0;
async function loadFor(seconds: number, port: number, make: (i:number)=>{path:string;method?:string;headers?:Record<string,string>;body?:string}|undefined, connections=64) {
  const agent = new Agent({keepAlive:true,maxSockets:connections}); let done=0, bad: Record<string,number>={}; const bodies: string[]=[]; const end=performance.now()+seconds*1000; const t0=performance.now();
  const one=(r:any)=>new Promise<void>(res=>{ const q=request({port,agent,path:r.path,method:r.method??'GET',headers:r.headers},a=>{ let x=''; const keep=r.keep; a.on('data',d=>{ if(keep) x+=d; }); a.on('end',()=>{ if(a.statusCode!<300) done++; else bad[a.statusCode!]=(bad[a.statusCode!]??0)+1; if(keep){ const m=a.headers['use-ticket']??/\but1\.[\w.-]+/.exec(x)?.[0]; if(m) bodies.push(String(m)); } res(); }); }); q.on('error',()=>{bad.error=(bad.error??0)+1;res();}); q.end(r.body); });
  await Promise.all(Array.from({length:connections},async()=>{ while(performance.now()<end){ const r=make(seq++); if(!r) return; await one(r); } }));
  const taken=(performance.now()-t0)/1000; agent.destroy(); return {rate: done/taken, done, bad, bodies, taken};
}
const results: any[]=[];
for (const count of [1,2,4]) {
  const servers: ChildProcess[]=[]; const ports: number[]=[];
  for(let i=0;i<count;i++){ const port=await freePort(); ports.push(port); servers.push(spawn('node',[pkg,'serve'],{env:{...env0,PORT:String(port)},stdio:['ignore','ignore','inherit']})); for(;;){ const ok=await fetch(`http://127.0.0.1:${port}/llms.txt`).then(r=>r.ok,()=>false); if(ok)break; await new Promise(r=>setTimeout(r,20)); } }
  const np=await freePort(); const conf=`${base}/nginx${count}.conf`;
  writeFileSync(conf,`worker_processes 1; pid ${base}/n${count}.pid; error_log ${base}/err.log; events { worker_connections 4096; } http { access_log off; client_body_temp_path ${base}/b; proxy_temp_path ${base}/p; fastcgi_temp_path ${base}/f; uwsgi_temp_path ${base}/u; scgi_temp_path ${base}/s; upstream app { ${ports.map(p=>`server 127.0.0.1:${p};`).join(' ')} keepalive 128; } server { listen ${np}; location / { proxy_pass http://app; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header TE trailers; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header Host localhost:8080; proxy_pass_header Server; } } }`);
  const nginx=spawn('nginx',['-c',conf,'-g','daemon off;'],{stdio:'inherit'}); await new Promise(r=>setTimeout(r,800));
  const groups={server:()=>servers.map(s=>s.pid!), postgres:()=>named(/postgres/), nginx:()=>named(/nginx: worker/)};
  async function row(name: string, run: ()=>Promise<any>) {
    const before=Object.fromEntries(Object.entries(groups).map(([k,f])=>[k,cpu(f())])); const mine0=process.cpuUsage();
    const r=await run(); const mine=process.cpuUsage(mine0);
    const after=Object.fromEntries(Object.entries(groups).map(([k,f])=>[k,cpu(f())]));
    const per=Object.fromEntries(Object.keys(groups).map(k=>[k,+(1000*(after[k]!-before[k]!)/r.done).toFixed(3)]));
    const line={servers:count,name,rate:Math.round(r.rate),ms_per_request:per,loader_ms:+((mine.user+mine.system)/1000/r.done).toFixed(3),bad:r.bad}; results.push(line); console.log(JSON.stringify(line)); return r;
  }
  const wrk=(ua:string,seconds=8)=>async()=>{ const o=execFileSync('wrk',['-t1','-c64',`-d${seconds}s`,'-H',`User-Agent: ${ua}`,`http://127.0.0.1:${np}/patterns/orchestrator-workers.md`],{encoding:'utf8'}); const n=Number(/(\d+) requests in/.exec(o)![1]); return {done:n,rate:Number(/Requests\/sec:\s+([\d.]+)/.exec(o)![1]),bad:/Non-2xx.*/.exec(o)?.[0]??{}}; };
  const wrkA=(ua:string)=>async()=>{ const o=await new Promise<string>((res,rej)=>{ const c=spawn('wrk',['-t1','-c64','-d8s','-H',`User-Agent: ${ua}`,`http://127.0.0.1:${np}/patterns/orchestrator-workers.md`]); let t=''; c.stdout.on('data',d=>t+=d); c.on('close',()=>res(t)); c.on('error',rej); }); const n=Number(/(\d+) requests in/.exec(o)![1]); return {done:n,rate:Number(/Requests\/sec:\s+([\d.]+)/.exec(o)![1]),bad:/Non-2xx.*/.exec(o)?.[0]??{}}; };
  const browser='Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await wrkA(browser)();
  await row('plain page',wrkA(browser));
  const t0=Number((await client.query('select count(*) from ticket')).rows[0].count);
  const tick=await row('page with a ticket',()=>loadFor(8,np,()=>({path:'/patterns/orchestrator-workers.md',headers:{'User-Agent':'curl/8.5.0',TE:'trailers'},keep:true} as any)));
  console.log('  tickets recorded', Number((await client.query('select count(*) from ticket')).rows[0].count)-t0, 'of', tick.done, 'seen', tick.bodies.length);
  const list=tick.bodies as string[]; 
  await row('redemption',()=>loadFor(60,np,()=>{ const t=list.pop(); return t?{method:'POST',path:'/v1/use-receipts',headers:{'Content-Type':'text/markdown; charset=utf-8'},body:`---\nschema: formation.use_receipt/v0.1\nkind: use_receipt\nticket: ${t}\nmodel_id: model-2026-01-01\ntask_class: coding.bug_fix\noutcome: pass\ntests_ran: 12\ntests_passed: 12\ninput_tokens: 184000\noutput_tokens: null\nelapsed_milliseconds: 412000\n---\n`}:undefined; }));
  await row('registration',()=>loadFor(8,np,i=>({method:'POST',path:'/v1/tenants/acme/suites',headers:{Authorization:`Bearer ${token}`,'Content-Type':'text/markdown','Idempotency-Key':`k-${count}-${i}`},body:suite(`${count} ${i}`)})));
  await row('tenant read',()=>loadFor(8,np,()=>({path:'/v1/tenants/acme/account.md',headers:{Authorization:`Bearer ${token}`}})));
  await row('MCP search',()=>loadFor(8,np,i=>({method:'POST',path:'/mcp',headers:{'Content-Type':'application/json',Accept:'application/json, text/event-stream'},body:JSON.stringify({jsonrpc:'2.0',id:1,method:'tools/call',params:{name:'search',arguments:{query:['fix a bug in a repository','review a contract before it is signed','answer the mail of customers','plan a journey'][i%4]+' '+i}}})}),16));
  nginx.kill('SIGTERM'); for(const s of servers) s.kill('SIGTERM'); await new Promise(r=>setTimeout(r,2500));
}
await client.end(); await database.stop(); process.exit(0);
