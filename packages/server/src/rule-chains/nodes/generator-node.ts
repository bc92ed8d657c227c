/** "generator": sends one script-generated message per period. */

import { type EntityId, entityId, entityTypes, isUuid, NIL_UUID } from '@sonde/model/ids'
import { count, nodeSettings, nullableText, SettingsError, script } from '@sonde/model/rule-nodes/node-settings'
import type { Message } from '../../messages/message.ts'
import { generateResult } from '../../scripts/script-results.ts'
import { failure, ruleNodeType } from '../engine/rule-node.ts'

const argNames = ['prevMsg', 'prevMetadata', 'prevMsgType']

export const generatorNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.debug.TbMsgGeneratorNode',
  name: 'generator',
  category: 'ACTION',
  description: 'Sends messages that a script makes, one each period.',
  details:
    'The script gets the previous message as prevMsg, prevMetadata and prevMsgType, and returns {msg, metadata, msgType}. Each message leaves by Success.',
  configDirective: 'tbActionNodeGeneratorConfig',
  icon: 'repeat',
  hasInput: false,
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    msgCount: count({ title: 'Messages', description: '0 = unlimited', initial: 0 }),
    periodInSeconds: count({ title: 'Period', unit: 's', minimum: 1, maximum: 86_400, initial: 1 }),
    originatorType: nullableText({
      title: 'Originator type',
      description: 'If empty: the node is the originator.',
      initial: null,
    }),
    originatorId: nullableText({ title: 'Originator', description: 'ID of the originator.', initial: null }),
    jsScript: script({
      title: 'Generate function',
      description: 'Gets prevMsg, prevMetadata and prevMsgType. Returns {msg, metadata, msgType}.',
      initial: [
        'var msg = { temp: 42, humidity: 77 };',
        'var metadata = { data: 40 };',
        'var msgType = "POST_TELEMETRY_REQUEST";',
        '',
        'return { msg: msg, metadata: metadata, msgType: msgType };',
      ].join('\n'),
    }),
  }),
  create({ msgCount, periodInSeconds, originatorType, originatorId, jsScript }, context) {
    const { clock, entities, every, log, newId, ruleNodeId, scripts, sendLater, tenantId } = context
    const script = scripts.compile(tenantId, ruleNodeId, 'generate', jsScript, argNames)
    const originator = originatorOf(originatorType, originatorId) ?? entityId('RULE_NODE', ruleNodeId)
    let sent = 0
    let previous: Pick<Message, 'type' | 'metadata' | 'data'> = { type: '', metadata: {}, data: '{}' }

    /** Customer of the originator. Null: the originator doesn't belong to the tenant, or was deleted. */
    async function customerId(): Promise<string | null> {
      if (originator.entityType === 'RULE_NODE') return originator.id === ruleNodeId ? NIL_UUID : null
      if (!(await entities.exists(originator))) return null
      return (await entities.customerOf(originator)) ?? NIL_UUID
    }

    async function generate(): Promise<void> {
      if (msgCount > 0 && sent >= msgCount) return
      const owner = await customerId()
      if (owner === null) return
      sent++
      const nowMs = clock.nowMs()
      const empty: Message = {
        id: newId(),
        ts: nowMs,
        type: '',
        tenantId,
        originator,
        customerId: owner,
        metadata: {},
        dataType: 'JSON',
        data: '{}',
        queueName: 'Main',
        ruleChainId: null,
        ruleNodeId: null,
      }
      try {
        previous = generateResult(await script.run({ ...empty, ...previous }), previous)
        sendLater('Success', { ...empty, ...previous })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log.debug({ tenantId, ruleNodeId, reason }, 'a generated message failed')
        sendLater('Failure', empty, reason)
      }
    }

    return {
      async start() {
        await script.check()
        every(periodInSeconds * 1_000, generate)
      },
      process: () => failure('The node takes no messages.'),
      dispose: script.dispose,
    }
  },
})

/** Null: no originator is configured. */
function originatorOf(type: string | null, id: string | null): EntityId | null {
  if (!type || !id) return null
  const entityType = entityTypes.find((each) => each === type)
  if (!entityType || !isUuid(id)) {
    throw new SettingsError({ field: 'originatorId', message: 'The originator isn’t an entity. Choose one, or none.' })
  }
  return entityId(entityType, id.toLowerCase())
}
