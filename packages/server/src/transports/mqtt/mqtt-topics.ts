/**
 * Topics of the device API: the meaning of uploads, the supported filters and the topics of responses.
 *
 * A device chooses between long topics (v1) and short ones (v2, with or without `/j`); responses use the form of its
 * last request or subscription of the same family.
 */

import type { DeviceProfileRecord } from '../../devices/device-directory.ts'

export const topicForms = ['v1', 'v2', 'v2j'] as const
export type TopicForm = (typeof topicForms)[number]

/** Meaning of a device's PUBLISH. */
export type Upload =
  | { readonly kind: 'telemetry' | 'attributes' | 'claim' | 'gateway' | 'protobuf' | 'unknown' | 'badRequestId' }
  | {
      readonly kind: 'attributeRequest' | 'callReply' | 'clientCall'
      readonly form: TopicForm
      readonly requestId: number
    }

/** Kind of data that a subscription delivers. `inert` ones are granted for API compatibility and have no effect. */
export type SubscriptionFamily = 'attributes' | 'calls' | 'attributeResponses' | 'callReplies' | 'inert'

export interface KnownFilter {
  readonly family: SubscriptionFamily
  readonly form: TopicForm
}

const fixed: ReadonlyMap<string, Upload> = new Map<string, Upload>([
  ['v1/devices/me/attributes', { kind: 'attributes' }],
  ['v2/t', { kind: 'telemetry' }],
  ['v2/t/j', { kind: 'telemetry' }],
  ['v2/a', { kind: 'attributes' }],
  ['v2/a/j', { kind: 'attributes' }],
  ['v1/devices/me/claim', { kind: 'claim' }],
])

/** Topics with `/p` carry Protobuf, which isn't supported. */
const protobufTopics = ['v2/t/p', 'v2/a/p'] as const
const protobufPrefixes = ['v2/a/req/p/', 'v2/r/res/p/', 'v2/r/req/p/'] as const

const isProtobufTopic = (topic: string): boolean =>
  protobufTopics.some((known) => known === topic) || protobufPrefixes.some((prefix) => topic.startsWith(prefix))

/** Topics whose `/j` means JSON, regardless of the profile. */
const isJsonTopic = (topic: string): boolean => /^v2\/(?:[ta]\/j$|(?:a\/req|r\/re[qs])\/j\/)/.test(topic)

const protobufUpload: Upload = { kind: 'protobuf' }
const unknownUpload: Upload = { kind: 'unknown' }
const badRequestId: Upload = { kind: 'badRequestId' }
const telemetryUpload: Upload = { kind: 'telemetry' }
const attributesUpload: Upload = { kind: 'attributes' }

type Numbered = 'attributeRequest' | 'callReply' | 'clientCall'

/** The longer prefix of a family comes first: `v2/r/res/j/` before `v2/r/res/`. */
const numbered: readonly (readonly [prefix: string, kind: Numbered, form: TopicForm])[] = [
  ['v1/devices/me/attributes/request/', 'attributeRequest', 'v1'],
  ['v1/devices/me/rpc/response/', 'callReply', 'v1'],
  ['v1/devices/me/rpc/request/', 'clientCall', 'v1'],
  ['v2/a/req/j/', 'attributeRequest', 'v2j'],
  ['v2/a/req/', 'attributeRequest', 'v2'],
  ['v2/r/res/j/', 'callReply', 'v2j'],
  ['v2/r/res/', 'callReply', 'v2'],
  ['v2/r/req/j/', 'clientCall', 'v2j'],
  ['v2/r/req/', 'clientCall', 'v2'],
]

/** Returns the meaning of a PUBLISH to `topic` by a device of this profile. */
export function uploadOf(topic: string, profile: DeviceProfileRecord): Upload {
  const own = profileTopics(profile)
  const upload = jsonUploadOf(topic, own)
  if (upload.kind === 'unknown') return isProtobufTopic(topic) ? protobufUpload : unknownUpload
  return own.isProtobuf && upload.kind !== 'gateway' && !isJsonTopic(topic) ? protobufUpload : upload
}

function jsonUploadOf(topic: string, own: ProfileTopics): Upload {
  // The attributes filter is tested first, for API compatibility.
  if (own.attributes(topic)) return attributesUpload
  if (own.telemetry(topic)) return telemetryUpload
  if (own.isCustom && (topic === defaultTelemetryTopic || topic === defaultAttributesTopic)) return unknownUpload
  const existing = fixed.get(topic)
  if (existing) return existing
  for (const [prefix, kind, form] of numbered) {
    if (topic.startsWith(prefix) && !topic.startsWith('p/', prefix.length)) {
      const requestId = requestIdOf(topic, prefix.length)
      return requestId < 0 ? badRequestId : { kind, form, requestId }
    }
  }
  return topic.startsWith('v1/gateway/') ? { kind: 'gateway' } : unknownUpload
}

/** Maximum request ID: a signed 32-bit number. */
const requestIdMax = 0x7fff_ffff

function requestIdOf(topic: string, from: number): number {
  const text = topic.slice(from)
  if (!/^\d{1,10}$/.test(text)) return -1
  const id = Number(text)
  return id <= requestIdMax ? id : -1
}

const defaultTelemetryTopic = 'v1/devices/me/telemetry'
const defaultAttributesTopic = 'v1/devices/me/attributes'

interface ProfileTopics {
  readonly isCustom: boolean
  /** Payloads are Protobuf, without the JSON compatibility mode. */
  readonly isProtobuf: boolean
  telemetry(topic: string): boolean
  attributes(topic: string): boolean
}

const isDefaultTelemetry = (topic: string) => topic === defaultTelemetryTopic
const isDefaultAttributes = (topic: string) => topic === defaultAttributesTopic
const defaultTopics: ProfileTopics = {
  isCustom: false,
  isProtobuf: false,
  telemetry: isDefaultTelemetry,
  attributes: isDefaultAttributes,
}

const topicsOf = new WeakMap<DeviceProfileRecord, ProfileTopics>()

function profileTopics(profile: DeviceProfileRecord): ProfileTopics {
  if (profile.transportType !== 'MQTT') return defaultTopics
  let topics = topicsOf.get(profile)
  if (!topics) {
    topics = readProfileTopics(profile)
    topicsOf.set(profile, topics)
  }
  return topics
}

function readProfileTopics({ profileData }: DeviceProfileRecord): ProfileTopics {
  const configuration = profileData.transportConfiguration
  if (typeof configuration !== 'object' || configuration === null) return defaultTopics
  const { deviceTelemetryTopic, deviceAttributesTopic } = configuration as Record<string, unknown>
  const telemetry = typeof deviceTelemetryTopic === 'string' ? deviceTelemetryTopic : defaultTelemetryTopic
  const attributes = typeof deviceAttributesTopic === 'string' ? deviceAttributesTopic : defaultAttributesTopic
  const isProtobuf = isProtobufOnly((configuration as Record<string, unknown>).transportPayloadTypeConfiguration)
  if (telemetry === defaultTelemetryTopic && attributes === defaultAttributesTopic) {
    return isProtobuf ? { ...defaultTopics, isProtobuf } : defaultTopics
  }
  return { isCustom: true, isProtobuf, telemetry: topicMatcher(telemetry), attributes: topicMatcher(attributes) }
}

function isProtobufOnly(payloads: unknown): boolean {
  if (typeof payloads !== 'object' || payloads === null) return false
  const { transportPayloadType, enableCompatibilityWithJsonPayloadFormat } = payloads as Record<string, unknown>
  return transportPayloadType === 'PROTOBUF' && enableCompatibilityWithJsonPayloadFormat !== true
}

/** Matches topics against a filter with `+` and `#` as whole levels. */
export function topicMatcher(filter: string): (topic: string) => boolean {
  if (!/[+#]/.test(filter)) return (topic) => topic === filter
  const levels = filter.split('/')
  return (topic) => {
    const parts = topic.split('/')
    for (let i = 0; i < levels.length; i++) {
      // `a/#` also matches `a`.
      if (levels[i] === '#') return true
      if (i >= parts.length) return false
      if (levels[i] !== '+' && levels[i] !== parts[i]) return false
    }
    return parts.length === levels.length
  }
}

const filters: ReadonlyMap<string, KnownFilter> = new Map<string, KnownFilter>([
  ['v1/devices/me/attributes', { family: 'attributes', form: 'v1' }],
  ['v2/a', { family: 'attributes', form: 'v2' }],
  ['v2/a/j', { family: 'attributes', form: 'v2j' }],
  ['v1/devices/me/attributes/response/+', { family: 'attributeResponses', form: 'v1' }],
  ['v2/a/res/+', { family: 'attributeResponses', form: 'v2' }],
  ['v2/a/res/j/+', { family: 'attributeResponses', form: 'v2j' }],
  ['v1/devices/me/rpc/request/+', { family: 'calls', form: 'v1' }],
  ['v2/r/req/+', { family: 'calls', form: 'v2' }],
  ['v2/r/req/j/+', { family: 'calls', form: 'v2j' }],
  ['v1/devices/me/rpc/response/+', { family: 'callReplies', form: 'v1' }],
  ['v2/r/res/+', { family: 'callReplies', form: 'v2' }],
  ['v2/r/res/j/+', { family: 'callReplies', form: 'v2j' }],
  ['v1/gateway/attributes', { family: 'inert', form: 'v1' }],
  ['v1/gateway/attributes/response', { family: 'inert', form: 'v1' }],
  ['v1/gateway/rpc', { family: 'inert', form: 'v1' }],
  ['/provision/response', { family: 'inert', form: 'v1' }],
])

/** Returns a filter of the device API; only exact strings match. */
export const knownFilter = (filter: string): KnownFilter | undefined => filters.get(filter)

/** Topics that the server publishes to, by family and form. */
export const attributesTopic: Record<TopicForm, string> = { v1: defaultAttributesTopic, v2: 'v2/a', v2j: 'v2/a/j' }
const attributeResponseTopics: Record<TopicForm, string> = {
  v1: 'v1/devices/me/attributes/response/',
  v2: 'v2/a/res/',
  v2j: 'v2/a/res/j/',
}
const callTopics: Record<TopicForm, string> = {
  v1: 'v1/devices/me/rpc/request/',
  v2: 'v2/r/req/',
  v2j: 'v2/r/req/j/',
}
const callReplyTopics: Record<TopicForm, string> = {
  v1: 'v1/devices/me/rpc/response/',
  v2: 'v2/r/res/',
  v2j: 'v2/r/res/j/',
}

export const attributeResponseTopic = (form: TopicForm, requestId: number) => attributeResponseTopics[form] + requestId
export const callTopic = (form: TopicForm, requestId: number) => callTopics[form] + requestId
export const callReplyTopic = (form: TopicForm, requestId: number) => callReplyTopics[form] + requestId
