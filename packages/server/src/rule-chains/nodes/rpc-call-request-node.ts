/**
 * "rpc call request": calls the device. The message is done at once; the device's response continues later as a
 * separate
 * message.
 */

import { parseJson } from '@sonde/model/exact-json'
import { count, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { jsonTextProblem } from '@sonde/model/storable-text'
import type { Message } from '../../messages/message.ts'
import type { CallOutcome, DeviceCall } from '../../rpc/device-calls.ts'
import { failure, type NodeContext, ruleNodeType } from '../engine/rule-node.ts'

const wholeNumber = /^\d{1,15}$/

export const rpcCallRequestNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode',
  name: 'rpc call request',
  category: 'ACTION',
  description: 'Sends an RPC call to a device and passes its response on.',
  details:
    'Expects {method, params} with the device as originator. The response continues with Success, a failed call with Failure and {error}.',
  configDirective: 'tbActionNodeRpcRequestConfig',
  icon: 'call_made',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    timeoutInSeconds: count({
      title: 'Timeout',
      description: 'Time for the device to respond, unless the metadata contain an expiration time.',
      unit: 's',
      initial: 60,
    }),
  }),
  create({ timeoutInSeconds }, context) {
    const timeoutMs = timeoutInSeconds * 1_000
    return {
      process(message) {
        if (message.originator.entityType !== 'DEVICE') return failure('Only devices can be called.')
        const call = callOf(message, timeoutMs, context)
        if (typeof call === 'string') return failure(call)
        context.deviceCalls.call(call).then(
          (outcome) => answer(context, message, outcome),
          (error: unknown) => {
            context.log.error(
              { err: error, deviceId: call.deviceId, method: call.method },
              'An RPC call to a device failed.',
            )
            answer(context, message, { kind: 'failed', error: 'INTERNAL' })
          },
        )
        return null
      },
    }
  },
})

/** Returns the call, or an error text. */
function callOf(message: Message, timeoutMs: number, { clock, newId }: NodeContext): DeviceCall | string {
  const problem = jsonTextProblem(message.data, 'The message')
  if (problem) return problem
  const request: unknown = parseJson(message.data)
  if (typeof request !== 'object' || request === null) return 'The message must be {"method", "params"}.'
  const { method, params, additionalInfo } = request as Record<string, unknown>
  if (typeof method !== 'string') return 'The message has no "method".'
  if (params === undefined) return 'The message has no "params".'
  const { requestUUID, oneway, persistent, retries, expirationTime } = message.metadata
  return {
    tenantId: message.tenantId,
    deviceId: message.originator.id,
    requestId: requestUUID || newId(),
    method,
    params: typeof params === 'string' ? jsonTextOf(params) : JSON.stringify(params),
    oneway: oneway === 'true',
    persistent: persistent === 'true',
    retries: retries !== undefined && wholeNumber.test(retries) ? Number(retries) : null,
    expirationTime:
      expirationTime !== undefined && wholeNumber.test(expirationTime)
        ? Number(expirationTime)
        : clock.nowMs() + timeoutMs,
    additionalInfo: additionalInfo === undefined || additionalInfo === null ? null : additionalText(additionalInfo),
  }
}

/** Calls from the server have parameters as JSON text; any other text is used as a string parameter. */
function jsonTextOf(params: string): string {
  try {
    JSON.parse(params)
    return params
  } catch {
    return JSON.stringify(params)
  }
}

const additionalText = (info: unknown): string => (typeof info === 'string' ? jsonTextOf(info) : JSON.stringify(info))

function answer(context: NodeContext, message: Message, outcome: CallOutcome): void {
  if (outcome.kind === 'failed') {
    context.sendLater('Failure', { ...message, data: JSON.stringify({ error: outcome.error }) }, outcome.error)
    return
  }
  const response = outcome.kind === 'answered' && outcome.response !== '' ? outcome.response : '{}'
  context.sendLater('Success', { ...message, data: response })
}
