/** Test helpers that run one node on one message without an engine. */

import type { TestContext } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { pino } from 'pino'
import { noKeyChecks } from '../../limits/key-checks.ts'
import { defaultLimits } from '../../limits/limits.ts'
import type { Message } from '../../messages/message.ts'
import { createScripts } from '../../scripts/scripts.ts'
import type { AttributeWrite, PointWrite } from '../../storage/storage.ts'
import { noNotices, testMessage } from '../engine/engine-testing.ts'
import { createNodeMemory } from '../engine/node-memory.ts'
import {
  type NodeContext,
  type NodeResult,
  type Outcome,
  type RuleNode,
  type RuleNodeType,
  ruleNodeType,
} from '../engine/rule-node.ts'
import { noBounds, noRunPeaks } from '../engine/run-bounds.ts'
import type { NodeEntities } from '../node-entities.ts'
import type { NodeStates } from '../node-state-store.ts'

const device = '11111111-1111-1111-1111-111111111111'
export const nodeTestTenant = '22222222-2222-2222-2222-222222222222'

export const nodeMessage = (change: Partial<Message> = {}): Message => testMessage(nodeTestTenant, device, change)

const unreported = () => {
  throw new Error('this node remembers nothing')
}
const noStates: NodeStates = {
  load: async () => null,
  entities: async () => [],
  save: unreported,
  remove: unreported,
  removeAll: unreported,
}

/** Entity access for a tenant without entities. */
export const noEntities: NodeEntities = {
  fields: async () => undefined,
  exists: async () => false,
  customerOf: async () => null,
  firstRelated: async () => undefined,
  isRelated: async () => false,
  hasRelation: async () => false,
}

export const nodeContext = (change: Partial<NodeContext> = {}): NodeContext => ({
  tenantId: nodeTestTenant,
  ruleChainId: NIL_UUID,
  ruleNodeId: NIL_UUID,
  clock: { nowMs: () => 1_000_000 },
  serviceId: 'server',
  entities: noEntities,
  every: () => undefined,
  newId: () => 'new',
  scripts: {
    compile: () => {
      throw new Error('this node runs no script')
    },
  },
  deviceCalls: { call: () => Promise.reject(new Error('nobody is called')), reply: () => false },
  devices: { find: async () => undefined, peek: () => undefined },
  attributes: { attributes: async () => [] },
  series: { latest: async () => [] },
  alarms: {
    find: async () => undefined,
    latest: async () => undefined,
    raise: () => Promise.reject(new Error('this node raises no alarm')),
    clear: () => Promise.reject(new Error('this node clears no alarm')),
  },
  states: noStates,
  keep: () => createNodeMemory(defaultLimits).open(nodeTestTenant),
  inTurns: (_, work) => work(() => undefined),
  turns: { isOver: false, next: async () => undefined },
  log: pino({ level: 'silent' }),
  bounds: () => ({ ...noBounds, scriptMessages: 3 }),
  peaks: () => noRunPeaks,
  keyChecks: noKeyChecks,
  defaultTtlSeconds: () => 0,
  rejectionOf: () => null,
  notices: noNotices,
  sendLater: () => undefined,
  sendHere: () => undefined,
  ...change,
})

/** A context whose scripts run in a real sandbox. */
export function scriptContext(t: TestContext, change: Partial<NodeContext> = {}): NodeContext {
  const scripts = createScripts({ log: pino({ level: 'silent' }) })
  t.after(() => scripts.stop())
  return nodeContext({ scripts, ...change })
}

/** Accepts all changes and discards them. */
export const ignoringOutcome: Outcome = {
  storePoints: () => undefined,
  attribute: () => undefined,
  alarm: () => undefined,
  state: () => undefined,
  followUp: () => undefined,
  recordDuration: () => undefined,
  read: () => undefined,
  unread: Number.POSITIVE_INFINITY,
}

export interface NodeRun {
  readonly result: NodeResult
  readonly points: PointWrite[]
  readonly attributes: AttributeWrite[]
}

/** Rethrows errors of the node, which the engine would turn into `Failure`. */
export async function runNode(
  type: RuleNodeType,
  configuration: unknown,
  message: Message,
  context: NodeContext = nodeContext(),
): Promise<NodeRun> {
  const points: PointWrite[] = []
  const attributes: AttributeWrite[] = []
  const reject = () => {
    throw new Error('this node changes nothing else')
  }
  const node = type.create(configuration, context)
  const result = await node.process(message, {
    ...ignoringOutcome,
    storePoints: (writes) => void points.push(...writes),
    attribute: (write) => attributes.push(write),
    alarm: reject,
    state: reject,
    followUp: reject,
  })
  return { result, points, attributes }
}

/** Labels of a result, one entry per emission; [] if nothing is emitted. */
export function relationsOf(result: NodeResult): (string | readonly string[])[] {
  if (result === null) return []
  const emissions = Array.isArray(result) ? result : [result]
  return emissions.map((emission) => (emission.kind === 'emit' ? emission.relations : emission.kind))
}

/** A node type without settings, for tests that don't need a real type. */
export const testNodeType = (create: (context: NodeContext) => RuleNode) =>
  ruleNodeType({
    clazz: 'test.Node',
    name: 'test',
    category: 'ACTION',
    description: '',
    details: '',
    configDirective: '',
    relations: [],
    hasCustomRelations: false,
    settings: noSettings,
    create: (_, context) => create(context),
  })
