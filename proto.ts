import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { readDocument } from '#document/front-matter.ts';
const d='/tmp/rd.9PzQ/dist';
const files=readdirSync(d,{recursive:true,encoding:'utf8'}).filter(f=>f.endsWith('.md'));
const bodies=files.flatMap(f=>{const x=readDocument(readFileSync(join(d,f),'utf8'));return x.ok?[x.document.body]:[]});
console.log(bodies.reduce((a,b)=>a+b.length,0), bodies.filter(b=>/^\|/m.test(b)).length);
const p=unified().use(remarkParse).freeze(), g=unified().use(remarkParse).use(remarkGfm,{singleTilde:false}).freeze();
const h=unified().use(remarkRehype).freeze(), s=unified().use(rehypeSanitize).freeze(), sl=unified().use(rehypeSlug).freeze(), w=unified().use(rehypeStringify).freeze();
const T:any={};const time=(n:string,f:any)=>{const t=performance.now();const r=f();T[n]=(T[n]??0)+performance.now()-t;return r};
for(let k=0;k<3;k++){for(const n in T)T[n]=0;
for(const b of bodies){const t1=time('parse',()=>p.parse(b));time('gfm',()=>g.parse(b));let x=time('hast',()=>h.runSync(t1));x=time('san',()=>s.runSync(x));x=time('slug',()=>sl.runSync(x));time('str',()=>w.stringify(x));}
console.log(T)}
