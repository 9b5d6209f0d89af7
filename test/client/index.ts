/** The clients that the campaign runs, one entry each. */
import { agent, type Client, driven } from './client.ts';

/** Such a client refuses before it asks. */
const checksItself = 'refuses it itself, by the schema';

const prompt = 'Find out how to organise agents for a bug fix, and report.';

export const clients: readonly Client[] = [
  driven({
    name: 'TypeScript SDK 1.x',
    folder: 'sdk-1',
    packages: ['@modelcontextprotocol/sdk'],
    program: 'sdk-1.mjs',
  }),
  driven({
    name: 'TypeScript SDK 2.x',
    folder: 'sdk-2',
    packages: ['@modelcontextprotocol/client'],
    program: 'sdk-2.mjs',
  }),
  driven({
    name: 'TypeScript SDK 2.x, 2026-07-28',
    folder: 'sdk-2',
    packages: ['@modelcontextprotocol/client'],
    program: 'sdk-2.mjs',
    args: ['auto'],
  }),
  driven({ name: 'Python SDK', folder: 'python', packages: ['mcp'], program: 'python_sdk.py', python: true }),
  driven({
    name: 'Inspector CLI',
    folder: 'inspector',
    packages: ['@modelcontextprotocol/inspector'],
    program: 'inspector.mjs',
    defects: { null: 'refuses an empty value itself' },
  }),
  driven({
    name: 'mcp-remote',
    folder: 'mcp-remote',
    packages: ['mcp-remote', '@modelcontextprotocol/sdk'],
    program: 'mcp-remote.mjs',
  }),
  driven({ name: 'AI SDK', folder: 'ai-sdk', packages: ['@ai-sdk/mcp', 'ai'], program: 'ai-sdk.mjs' }),
  driven({
    name: 'LangChain adapters',
    folder: 'langchain',
    packages: ['@langchain/mcp-adapters', '@langchain/core'],
    program: 'langchain.mjs',
    defects: { null: checksItself },
  }),
  driven({
    name: 'OpenAI Agents',
    folder: 'openai-agents',
    packages: ['@openai/agents', 'zod'],
    program: 'openai-agents.mjs',
  }),
  driven({
    name: 'Mastra',
    folder: 'mastra',
    packages: ['@mastra/mcp', '@mastra/core', 'zod'],
    program: 'mastra.mjs',
    defects: { null: checksItself },
  }),
  agent({
    name: 'Claude Code',
    folder: 'claude-code',
    packages: ['@anthropic-ai/claude-code'],
    command: 'claude',
    start: (url, model) => ({
      files: { 'mcp.json': { mcpServers: { catalog: { type: 'http', url } } } },
      args: [
        ...['-p', prompt, '--mcp-config', 'mcp.json', '--strict-mcp-config', '--allowedTools'],
        'mcp__catalog',
      ],
      env: {
        ...{
          ANTHROPIC_BASE_URL: model,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        },
        // It offers tools to a model one by one otherwise, when the model searches for them.
        ENABLE_TOOL_SEARCH: 'false',
      },
    }),
  }),
  agent({
    name: 'Codex CLI',
    folder: 'codex',
    packages: ['@openai/codex'],
    command: 'codex',
    start: (url, model, work) => ({
      files: {
        'config.toml':
          'model = "scripted"\nmodel_provider = "scripted"\n\n[model_providers.scripted]\nname = "scripted"\n' +
          `base_url = "${model}/v1"\nwire_api = "responses"\n\n[mcp_servers.catalog]\nurl = "${url}"\n`,
      },
      args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
      env: { CODEX_HOME: work },
    }),
  }),
  agent({
    name: 'Gemini CLI',
    folder: 'gemini-cli',
    packages: ['@google/gemini-cli'],
    command: 'gemini',
    defects: { null: checksItself },
    start: (url, model) => ({
      files: {
        '.gemini/settings.json': {
          mcpServers: { catalog: { httpUrl: url, trust: true } },
          security: { auth: { selectedType: 'gemini-api-key' } },
          telemetry: { enabled: false },
          privacy: { usageStatisticsEnabled: false },
        },
      },
      args: ['-p', prompt, '-m', 'gemini-2.5-flash', '--yolo', '--skip-trust'],
      env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    }),
  }),
  agent({
    name: 'opencode',
    folder: 'opencode',
    packages: ['opencode-ai'],
    command: 'opencode',
    start: (url, model) => ({
      files: {
        'opencode.json': {
          autoupdate: false,
          share: 'disabled',
          model: 'scripted/scripted',
          provider: {
            scripted: {
              npm: '@ai-sdk/openai-compatible',
              name: 'scripted',
              options: { baseURL: `${model}/v1`, apiKey: 'none' },
              models: { scripted: { name: 'scripted', tool_call: true } },
            },
          },
          mcp: { catalog: { type: 'remote', url, enabled: true } },
        },
      },
      args: ['run', prompt],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    }),
  }),
];
