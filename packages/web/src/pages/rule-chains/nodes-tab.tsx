/** Tab with the nodes of a rule chain as text: kind and next nodes of each, and why a node can't run. */

import './rule-chains.css'
import { createComponentDescriptorCalls } from '@sonde/client/component-descriptors/component-descriptor-calls'
import { componentTypes } from '@sonde/model/component-descriptors/component-descriptor'
import type { RuleChain, RuleChainMetadata } from '@sonde/model/rule-chains/rule-chain'
import { useQuery } from '@tanstack/react-query'
import { Bug, CircuitBoard, Flag, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { type BrokenNode, brokenNodes } from './node-problems.ts'
import { ruleChainRoom, useRuleChainCalls } from './rule-chain-calls.ts'

/** Short name of a class without a name of its own, without `Tb` and `Node`: `TbMsgTypeSwitchNode` becomes `MsgTypeSwitch`. */
export const classKind = (type: string): string =>
  (type.split('.').at(-1) ?? type).replace(/^Tb(?=[A-Z])/, '').replace(/Node$/, '') || type

/** Name of a kind of node as a title: `rpc call reply` becomes `RPC call reply`. */
export const kindTitle = (name: string): string =>
  name
    .replace('timeseries', 'time series')
    .replace(/\b(rpc|gps)\b/g, (word) => word.toUpperCase())
    .replace(/^./, (letter) => letter.toUpperCase())

/** Indexes of the nodes in the order in which messages reach them; unreachable nodes are last. */
export function inOrder(metadata: RuleChainMetadata): readonly number[] {
  const first = metadata.firstNodeIndex
  const order = new Set<number>(first !== null && metadata.nodes[first] ? [first] : [])
  // Iterating over a set includes elements that are added during the iteration.
  for (const at of order) {
    for (const { fromIndex, toIndex } of metadata.connections ?? []) if (fromIndex === at) order.add(toIndex)
  }
  return [...order, ...metadata.nodes.map((_, at) => at).filter((at) => !order.has(at))]
}

/** Next nodes of a node, with the labels of the connections to each. */
export function nextNodes(metadata: RuleChainMetadata, index: number): readonly { name: string; labels: string }[] {
  const labels = new Map<number, string[]>()
  for (const { fromIndex, toIndex, type } of metadata.connections ?? []) {
    if (fromIndex === index) labels.set(toIndex, [...(labels.get(toIndex) ?? []), type])
  }
  return [...labels].map(([to, types]) => ({ name: metadata.nodes[to]?.name ?? '', labels: types.join(', ') }))
}

export function NodesTab({ chain }: { chain: RuleChain }) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const { data, error, refetch } = useQuery({
    queryKey: [ruleChainRoom, 'metadata', chain.id.id],
    queryFn: ({ signal }) => ruleChains.metadata(chain.id.id, { signal, ignoreErrors: true }),
  })
  const check = useQuery({
    queryKey: [ruleChainRoom, 'problems', chain.id.id],
    queryFn: ({ signal }) => ruleChains.problems(chain.id.id, { signal, ignoreErrors: true }),
  })
  const kinds = useNodeKinds(chain.type)
  const broken = brokenNodes(check.data ?? [])
  const brokenById = new Map(broken.map((node) => [node.id, node]))
  if (error && !data) {
    return <ErrorState title={t('ruleChains.nodesFailed')} error={error} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div className="sd-tab-body" aria-busy>
        <Skeleton width="70%" height={16} />
        <Skeleton width="50%" height={16} />
      </div>
    )
  }
  if (data.nodes.length === 0) {
    return (
      <EmptyState
        icon={<CircuitBoard size={24} strokeWidth={1.75} aria-hidden />}
        title={t('ruleChains.nodesEmpty')}
        text={t('ruleChains.nodesEmptyText')}
      />
    )
  }
  return (
    <>
      {check.isError && !check.data && (
        <p className="sd-chain-note" role="alert">
          {t('ruleChains.problemsFailed')}
          <Button size="sm" onClick={() => void check.refetch()}>
            {t('ui.retryNow')}
          </Button>
        </p>
      )}
      {broken.length > 0 && (
        <p className="sd-chain-note" role="status">
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          <span>{t('ruleChains.nodesBrokenText', { count: broken.length })}</span>
        </p>
      )}
      <ol className="sd-chain-nodes">
        {inOrder(data).map((index) => (
          <NodeLine
            key={index}
            metadata={data}
            index={index}
            kindOf={kinds}
            broken={brokenById.get(data.nodes[index]?.id.id ?? '')}
          />
        ))}
      </ol>
    </>
  )
}

/** Names of the kinds of nodes by class. A class that this server lacks has its short name. */
function useNodeKinds(chainType: RuleChain['type']): ((type: string) => string) | undefined {
  const { rest } = useClient()
  const { data, isPending } = useQuery({
    queryKey: ['componentDescriptors', chainType],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      createComponentDescriptorCalls(rest).list(
        componentTypes,
        { ruleChainType: chainType },
        { signal, ignoreErrors: true },
      ),
  })
  const names = useMemo(() => new Map(data?.map(({ clazz, name }) => [clazz, kindTitle(name)])), [data])
  return isPending ? undefined : (type) => names.get(type) ?? classKind(type)
}

interface NodeLineProps {
  readonly metadata: RuleChainMetadata
  readonly index: number
  /** Undefined while loading. */
  readonly kindOf: ((type: string) => string) | undefined
  /** Undefined: the node can run, or this isn't known yet. */
  readonly broken: BrokenNode | undefined
}

function NodeLine({ metadata, index, kindOf, broken }: NodeLineProps) {
  const t = useText()
  const node = metadata.nodes[index]
  if (!node) return null
  return (
    <li>
      <div className="sd-chain-node">
        <b>{node.name}</b>
        {kindOf && <span className="sd-tag">{kindOf(node.type)}</span>}
        {index === metadata.firstNodeIndex && (
          <span className="sd-cell-mark sd-xs">
            <Flag size={14} strokeWidth={2} aria-hidden />
            {t('ruleChains.firstNode')}
          </span>
        )}
        {node.debugMode && (
          <span className="sd-cell-mark sd-xs">
            <Bug size={14} strokeWidth={2} aria-hidden />
            {t('ruleChains.nodeDebug')}
          </span>
        )}
        {broken && (
          <span className="sd-cell-mark sd-xs sd-node-broken">
            <TriangleAlert size={14} strokeWidth={2} aria-hidden />
            {t('ruleChains.nodeBroken')}
          </span>
        )}
      </div>
      {broken?.reasons.map((reason) => (
        <p key={reason} className="sd-node-reason sd-sm">
          {reason}
        </p>
      ))}
      <ul className="sd-text-2 sd-sm">
        {nextNodes(metadata, index).map(({ name, labels }) => (
          <li key={`${name} ${labels}`}>{t('ruleChains.goesOn', { labels, name })}</li>
        ))}
      </ul>
    </li>
  )
}
