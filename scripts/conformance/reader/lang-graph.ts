/**
 * What traces of LangGraph call their agents, whoever wrote them: LangSmith, or OpenInference through OpenTelemetry. LangGraph gives
 * everything that runs in a node the metadata `langgraph_node` (langchain-ai/langgraph, `pregel/_algo.py`), so the run of the node
 * itself is the one that has its name; what `create_agent` made has its name in `lc_agent_name` (langchain-ai/langchain).
 */
import { textOf } from '../trace.ts';

/** The agent of a run by its name and metadata. */
interface GraphAgent {
  agent: string;
  /** Whether it is a node of a graph, which within another node is a step of that unless it is a role. */
  isNode: boolean;
}

/** Nodes that are not work: where a graph begins and ends. */
const ends = new Set(['__start__', '__end__', '__interrupt__']);

/** @param inGraph says whether the run has metadata of LangGraph, even if it is not an agent */
export function graphAgentOf(
  name: string | undefined,
  metadata: Readonly<Record<string, unknown>>,
): { inGraph: boolean; found: GraphAgent | undefined } {
  const node = textOf(metadata.langgraph_node);
  const maker = textOf(metadata.lc_agent_name);
  const inGraph = node !== undefined || maker !== undefined;
  if (name !== undefined && name === maker) return { inGraph, found: { agent: name, isNode: false } };
  if (name !== undefined && name === node && !ends.has(name))
    return { inGraph, found: { agent: name, isNode: true } };
  return { inGraph, found: undefined };
}
