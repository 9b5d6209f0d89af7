/** The provider of the catalog with what the conformance suite wants to find on every server as well. */
import {
  type CallToolResult,
  type GetPromptResult,
  MissingRequiredClientCapabilityError,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { CapabilityProvider } from '../../../../server/mcp/capability-provider.ts';
import type { Call } from '../../../../server/mcp/context.ts';
import type { Tool } from '../../../../server/mcp/tool/tool.ts';

/** A red pixel, and a sound of no length. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

/** Adds the fixtures to a provider; they go through the very handlers that serve the catalog. */
export function withFixtures(provider: CapabilityProvider): CapabilityProvider {
  const { resources, prompts, complete } = provider;
  return {
    instructions: provider.instructions,
    tools: [...provider.tools, ...tools],
    resources: {
      templates: [...resources.templates, { uriTemplate: 'test://template/{id}/data', name: 'template' }],
      list: cursor => {
        const part = resources.list(cursor);
        return cursor === undefined ? { ...part, items: [...part.items, ...fixtureResources] } : part;
      },
      read: async uri => readFixture(uri) ?? (await resources.read(uri)),
    },
    skills: { list: async () => [], get: async () => undefined },
    prompts: {
      list: [
        ...prompts.list,
        { name: 'test_simple_prompt', description: 'A fixture.' },
        {
          name: 'test_prompt_with_arguments',
          description: 'A fixture.',
          arguments: [required('arg1'), required('arg2')],
        },
        {
          name: 'test_prompt_with_embedded_resource',
          description: 'A fixture.',
          arguments: [required('resourceUri')],
        },
        { name: 'test_prompt_with_image', description: 'A fixture.' },
      ],
      get: (name, values) => fixturePrompt(name, values) ?? prompts.get(name, values),
    },
    complete: params => (params.ref.type === 'ref/prompt' ? ['first', 'second'] : complete(params)),
  };
}

const required = (name: string) => ({ name, description: 'An argument.', required: true });

const text = (text: string) => ({ type: 'text' as const, text });
const image = { type: 'image' as const, data: pixel, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});

const fixture = (name: string, call: (call: Call) => CallToolResult): Tool => ({
  definition: { name, description: 'A fixture.', inputSchema: { type: 'object' } },
  call: (_values, context) => call(context),
});

const tools: readonly Tool[] = [
  fixture('test_simple_text', () => ({ content: [text('This is a simple text response for testing.')] })),
  fixture('test_image_content', () => ({ content: [image] })),
  fixture('test_audio_content', () => ({
    content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  })),
  fixture('test_embedded_resource', () => ({
    content: [embedded('test://embedded', 'text/plain', 'This is an embedded resource content.')],
  })),
  fixture('test_multiple_content_types', () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ],
  })),
  fixture('test_error_handling', () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  })),
  fixture('test_streaming_elicitation', () => ({ content: [text('Done.')] })),
  fixture('test_logging_tool', ({ serverContext }) => {
    serverContext.mcpReq.log('info', 'something to log');
    return { content: [text('Logged.')] };
  }),
  fixture('test_missing_capability', () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
];

const fixtureResources = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
];

function readFixture(uri: string): ReadResourceResult | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: pixel }] };
  if (uri !== 'test://static-text') return undefined;
  return {
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  };
}

function fixturePrompt(name: string, values: Readonly<Record<string, string>>): GetPromptResult | undefined {
  const says = (...contents: GetPromptResult['messages'][number]['content'][]) => ({
    messages: contents.map(content => ({ role: 'user' as const, content })),
  });
  switch (name) {
    case 'test_simple_prompt':
      return says(text('This is a simple prompt for testing.'));
    case 'test_prompt_with_arguments':
      return says(text(`Prompt with arguments: arg1='${values.arg1}', arg2='${values.arg2}'`));
    case 'test_prompt_with_embedded_resource':
      return says(
        embedded(values.resourceUri ?? '', 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      );
    case 'test_prompt_with_image':
      return says(image, text('Please analyze the image above.'));
    default:
      return undefined;
  }
}
