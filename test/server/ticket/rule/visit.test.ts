/** The facts that a visit states about itself, read off its headers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readVisit, type VisitHeaders } from '../../../../server/ticket/rule/visit.ts';

const signals = (headers: VisitHeaders) => {
  const { userAgent: _, channel: __, ...rest } = readVisit(headers, 'http');
  return Object.entries(rest)
    .filter(([, is]) => is)
    .map(([name]) => name);
};

describe('a visit', () => {
  test('asks for Markdown when its Accept names it and does not prefer HTML', () => {
    for (const accept of [
      'text/markdown',
      'text/markdown, text/html;q=0.9, */*;q=0.1',
      'text/html;q=0.5, text/markdown;q=0.9',
      'text/x-markdown',
      'Text/Markdown; charset=utf-8',
    ])
      assert.deepEqual(signals({ accept }), ['asksForMarkdown'], accept);
  });

  test('does not ask for Markdown when it prefers HTML, refuses Markdown, or takes anything', () => {
    for (const accept of [
      ...['*/*', 'text/html, text/markdown;q=0.5', 'text/markdown;q=0', 'text/html', 'application/json'],
      '',
    ])
      assert.deepEqual(signals({ accept }), [], accept);
    assert.deepEqual(signals({}), []);
  });

  test('names a contact by an e-mail address in From', () => {
    assert.deepEqual(signals({ from: 'someone@lab.example' }), ['namesContact']);
    for (const from of ['someone', '@', 'a@b', 'a b@c.d']) assert.deepEqual(signals({ from }), []);
  });

  test('comes from an agent page by the path of its Referer', () => {
    for (const referer of [
      'http://localhost:8080/llms.txt',
      'https://other.example/docs/llms-full.txt',
      'https://a.example/.well-known/agent-card.json',
      'https://a.example/AGENTS.md',
    ])
      assert.deepEqual(signals({ referer }), ['fromAgentPage'], referer);
    for (const referer of ['https://a.example/', 'https://a.example/?llms.txt', 'llms.txt', '::'])
      assert.deepEqual(signals({ referer }), [], referer);
  });

  test('is a navigation by the metadata that a browser sends with one', () => {
    assert.deepEqual(signals({ 'sec-fetch-mode': 'navigate' }), ['isNavigation']);
    assert.deepEqual(signals({ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }), []);
  });
});
