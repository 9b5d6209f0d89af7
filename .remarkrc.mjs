// Shows the mistakes of the content in editors: the extension `unifiedjs.vscode-remark` of VS Code and other clients of
// remark-language-server read this file. The checks are those of the build.
import { tsImport } from 'tsx/esm/api';

const { contentChecks } = await tsImport('./scripts/edit/remark.ts', import.meta.url);

export default { plugins: [contentChecks] };
