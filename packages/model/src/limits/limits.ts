/**
 * The limits that keep one tenant, device, user or visitor from harming the others: what each of them bounds, its
 * default, and what happens there.
 *
 * A tenant profile may name values of its own, up to `max`; `SONDE_LIMITS` changes the defaults of the whole server. None
 * of them can be switched off. The limits of the wire's tenant profile (`maxDevices`, rates, monthly usage) are others:
 * they are off unless somebody sets them.
 */

/** Whose amount, work or rate is bounded. `address` and `server` have no tenant. */
export const limitOwners = [
  'tenant',
  'customer',
  'user',
  'visitor',
  'address',
  'server',
  'entity',
  'device',
  'message',
  'script',
  'request',
  'socket',
] as const
export type LimitOwner = (typeof limitOwners)[number]

/** `amount`: what is there at a time. `work`: what one run, request or answer may take. `rate`: within `seconds`. */
export type LimitKind = 'amount' | 'work' | 'rate'

export interface LimitDefinition {
  /** Names the limit in errors, on the usage page and in docs. */
  readonly title: string
  readonly per: LimitOwner
  readonly kind: LimitKind
  readonly unit?: 'bytes' | 'ms'
  /** Of a rate: the time that it counts for, s. */
  readonly seconds?: number
  readonly default: number
  /** The most that a profile or `SONDE_LIMITS` may name. */
  readonly max: number
  /** What happens at the limit. */
  readonly atLimit: string
  /** What whoever meets it can do. */
  readonly advice: string
  /** Of an amount or work: it passes by itself, so the same call may be sent again (429). */
  readonly passes?: true
  /** To be near it, or at it, is usual: only refusals are urgent. */
  readonly isUsual?: true
}

const MiB = 1024 * 1024
/** ms */
const day = 86_400_000

export const limits = {
  telemetryKeys: {
    title: 'Telemetry keys per entity',
    per: 'entity',
    kind: 'amount',
    default: 2_000,
    max: 100_000,
    atLimit: 'New keys are refused',
    advice: 'Delete telemetry keys that are no longer used.',
  },
  tenantTelemetryKeys: {
    title: 'Telemetry keys per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 5_000_000,
    max: 100_000_000,
    atLimit: 'New keys are refused',
    advice: 'Delete telemetry keys that are no longer used.',
  },
  attributes: {
    title: 'Attributes per entity',
    per: 'entity',
    kind: 'amount',
    default: 5_000,
    max: 50_000,
    atLimit: 'New attributes are refused',
    advice: 'Delete attributes that are no longer used.',
  },
  ruleNodes: {
    title: 'Rule nodes per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 10_000,
    max: 100_000,
    atLimit: 'The rule chain is not saved',
    advice: 'Delete rule chains that are no longer used.',
  },
  ruleChainBytes: {
    title: 'Size of all rule chains of a tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 16 * MiB,
    max: 64 * MiB,
    atLimit: 'The rule chain is not saved',
    advice: 'Delete rule chains that are no longer used.',
  },
  openCalls: {
    title: 'Calls without a sign-in per address',
    per: 'address',
    kind: 'rate',
    seconds: 60,
    default: 1_200,
    max: 100_000,
    atLimit: 'Further calls are refused',
    advice: 'Call less often.',
  },
  signIns: {
    title: 'Sign-ins per address',
    per: 'address',
    kind: 'rate',
    seconds: 60,
    default: 300,
    max: 10_000,
    atLimit: 'Further sign-ins are refused',
    advice: 'Keep the tokens and renew them instead of signing in again.',
  },
  waitingSignIns: {
    title: 'Sign-ins at once per address',
    per: 'address',
    kind: 'amount',
    default: 40,
    max: 1_000,
    atLimit: 'Further sign-ins are refused',
    advice: 'Try again in a moment.',
  },
  signInFailures: {
    title: 'Failed sign-ins per account and address',
    per: 'address',
    kind: 'rate',
    seconds: 600,
    default: 5,
    max: 1_000,
    atLimit: 'The next attempt has to wait: 1 s, then twice as long each time, up to 5 minutes',
    advice: 'Check the email and the password, or reset the password.',
  },
  addressSignInFailures: {
    title: 'Failed sign-ins per address',
    per: 'address',
    kind: 'rate',
    seconds: 600,
    default: 20,
    max: 10_000,
    atLimit: 'The next attempt has to wait, except for accounts that signed in from there before',
    advice: 'Check the email and the password, or reset the password.',
  },
  accountSignInFailures: {
    title: 'Failed sign-ins per account',
    per: 'user',
    kind: 'rate',
    seconds: 3_600,
    default: 60,
    max: 10_000,
    atLimit: 'The next attempt has to wait, except from addresses that signed in to the account before',
    advice: 'Check the email and the password, or reset the password.',
  },
  sessions: {
    title: 'Signed-in sessions per user',
    per: 'user',
    kind: 'amount',
    default: 50,
    max: 1_000,
    atLimit: 'The session that was used longest ago ends',
    advice: 'Keep the tokens and renew them instead of signing in again.',
  },
  emailChanges: {
    title: 'Email changes per user',
    per: 'user',
    kind: 'rate',
    seconds: 3_600,
    default: 5,
    max: 100,
    atLimit: 'Further requests are refused',
    advice: 'Follow the link in the email that was sent already, or try again later.',
  },
  mailRequests: {
    title: 'Requested emails per address',
    per: 'address',
    kind: 'rate',
    seconds: 600,
    default: 30,
    max: 10_000,
    atLimit: 'Further requests are refused',
    advice: 'Look for the email that was sent already, or try again later.',
  },
  messagesInFlight: {
    title: 'Messages being processed per tenant',
    per: 'tenant',
    kind: 'amount',
    passes: true,
    default: 3_000,
    max: 15_000,
    atLimit: 'The tenant’s devices wait',
    advice: 'Make the rule chains faster or send less often.',
  },
  deviceMessagesInFlight: {
    title: 'Messages being processed per device',
    per: 'device',
    kind: 'amount',
    passes: true,
    default: 500,
    max: 10_000,
    atLimit: 'The device waits',
    advice: 'Make the rule chains faster or send less often.',
  },
  bytesInFlight: {
    title: 'Bytes being processed per tenant',
    per: 'tenant',
    kind: 'amount',
    passes: true,
    unit: 'bytes',
    default: MiB,
    max: 8 * MiB,
    atLimit: 'The tenant’s devices wait',
    advice: 'Make the rule chains faster or send smaller messages.',
  },
  nodeVisits: {
    title: 'Rule nodes on one path of a message',
    per: 'message',
    kind: 'work',
    default: 1_000,
    max: 10_000,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain.',
  },
  messageVisits: {
    title: 'Rule nodes on all paths of a message',
    per: 'message',
    kind: 'work',
    default: 10_000,
    max: 100_000,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain, or split the message into fewer.',
  },
  messageMs: {
    title: 'Processing time per message',
    per: 'message',
    kind: 'work',
    unit: 'ms',
    default: 5_000,
    max: 60_000,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain, or send smaller messages.',
  },
  messagePoints: {
    title: 'Data points stored per message',
    per: 'message',
    kind: 'work',
    default: 20_000,
    max: 100_000,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain, or send smaller messages.',
  },
  messageBytes: {
    title: 'Bytes changed per message',
    per: 'message',
    kind: 'work',
    unit: 'bytes',
    default: 4 * MiB,
    max: 8 * MiB,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain, or send smaller messages.',
  },
  messageChanges: {
    title: 'Attributes, alarms and further messages per message',
    per: 'message',
    kind: 'work',
    default: 10_000,
    max: 50_000,
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain, or send smaller messages.',
  },
  deadLetters: {
    title: 'Dead letters per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 1_000,
    max: 100_000,
    atLimit: 'The oldest are deleted',
    advice: 'Replay or delete the messages that were set aside.',
  },
  scriptMessages: {
    title: 'Messages returned by a script',
    per: 'script',
    kind: 'work',
    default: 1_000,
    max: 10_000,
    atLimit: 'The rule node fails',
    advice: 'Return fewer messages.',
  },
  scriptCalls: {
    title: 'Waiting script calls per tenant',
    per: 'tenant',
    kind: 'amount',
    passes: true,
    default: 10_000,
    max: 50_000,
    atLimit: 'The rule node fails',
    advice: 'Make the scripts faster or send less often.',
  },
  connectedDevices: {
    title: 'Connected devices per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 20_000,
    max: 50_000,
    atLimit: 'Further connections are refused',
    advice: 'Disconnect devices that are not used.',
  },
  unsignedConnections: {
    title: 'MQTT connections per address that have not signed in',
    per: 'address',
    kind: 'amount',
    default: 50,
    max: 1_000,
    atLimit: 'The oldest one closes',
    advice: 'Sign in right after connecting.',
  },
  allUnsignedConnections: {
    title: 'MQTT connections that have not signed in',
    per: 'server',
    kind: 'amount',
    default: 1_000,
    max: 10_000,
    atLimit: 'The oldest one of the address with most of them closes',
    advice: 'Sign in right after connecting.',
  },
  httpConnections: {
    title: 'HTTP connections per address',
    per: 'address',
    kind: 'amount',
    default: 2_000,
    max: 50_000,
    atLimit: 'Further connections close',
    advice: 'Use connections again instead of opening new ones.',
  },
  provisionRequests: {
    title: 'Provisioning requests per address',
    per: 'address',
    kind: 'rate',
    seconds: 60,
    default: 60,
    max: 100_000,
    atLimit: 'Further requests are refused',
    advice: 'Try again in a minute.',
  },
  tenantProvisionRequests: {
    title: 'Provisioning requests per tenant',
    per: 'tenant',
    kind: 'rate',
    seconds: 3_600,
    default: 1_000,
    max: 1_000_000,
    atLimit: 'Further requests are refused',
    advice: 'Try again later.',
  },
  failedClaims: {
    title: 'Failed claims per user',
    per: 'user',
    kind: 'rate',
    seconds: 900,
    default: 5,
    max: 100,
    atLimit: 'Each further one makes the user wait twice as long',
    advice: 'Check the device name and the secret key, then try again later.',
  },
  waitingRpcCalls: {
    title: 'Waiting persistent RPC calls per device',
    per: 'device',
    kind: 'amount',
    default: 100,
    max: 10_000,
    atLimit: 'New calls are refused',
    advice: 'Wait until the device has received some, or delete some.',
  },
  tenantWaitingRpcCalls: {
    title: 'Waiting persistent RPC calls per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 10_000,
    max: 1_000_000,
    atLimit: 'New calls are refused',
    advice: 'Wait until devices have received some, or delete some.',
  },
  storedRpcCalls: {
    title: 'Stored persistent RPC calls per device',
    per: 'device',
    kind: 'amount',
    default: 1_000,
    max: 100_000,
    atLimit: 'The oldest ended calls are deleted',
    advice: 'Export calls that must last longer.',
    isUsual: true,
  },
  rpcBytes: {
    title: 'Bytes per RPC call',
    per: 'request',
    kind: 'work',
    unit: 'bytes',
    default: 64 * 1024,
    max: MiB,
    atLimit: 'The call is refused',
    advice: 'Send shorter parameters.',
  },
  rpcExpiry: {
    title: 'Time until a persistent RPC call expires',
    per: 'request',
    kind: 'work',
    unit: 'ms',
    default: 30 * day,
    max: 365 * day,
    atLimit: 'The call is refused',
    advice: 'Choose an earlier expiration time.',
    isUsual: true,
  },
  rpcCallers: {
    title: 'RPC calls per tenant that wait for an answer',
    per: 'tenant',
    kind: 'amount',
    default: 1_000,
    max: 5_000,
    atLimit: 'New calls are refused',
    advice: 'Wait until devices have answered some.',
  },
  visitorWrites: {
    title: 'Writes and RPC calls of public visitors per tenant',
    per: 'visitor',
    kind: 'rate',
    seconds: 60,
    default: 120,
    max: 10_000,
    atLimit: 'Further ones are refused',
    advice: 'Try again in a minute.',
  },
  logLines: {
    title: 'Server log lines per tenant',
    per: 'tenant',
    kind: 'rate',
    seconds: 60,
    default: 60,
    max: 6_000,
    atLimit: 'Further lines are left out',
    advice: 'Remove rule nodes that write to the server log, or log less often.',
  },
  logCharacters: {
    title: 'Characters of a server log text',
    per: 'message',
    kind: 'work',
    default: 1_000,
    max: 10_000,
    atLimit: 'The text is cut',
    advice: 'Log less of each message.',
    isUsual: true,
  },
  waitingCalls: {
    title: 'Waiting REST calls per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 1_000,
    max: 10_000,
    atLimit: 'Calls are refused (429)',
    advice: 'Send fewer calls at once.',
    passes: true,
  },
  userWaitingCalls: {
    title: 'Waiting REST calls per user',
    per: 'user',
    kind: 'amount',
    default: 300,
    max: 10_000,
    atLimit: 'Calls are refused (429)',
    advice: 'Send fewer calls at once.',
    passes: true,
  },
  visitorWaitingCalls: {
    title: 'Waiting REST calls of visitors per public customer',
    per: 'visitor',
    kind: 'amount',
    default: 100,
    max: 10_000,
    atLimit: 'Calls are refused (429)',
    advice: 'Send fewer calls at once.',
    passes: true,
  },
  answerBytes: {
    title: 'Bytes of an answer',
    per: 'request',
    kind: 'work',
    unit: 'bytes',
    default: 10 * MiB,
    max: 20 * MiB,
    atLimit: 'The call or command is refused',
    advice: 'Ask for fewer rows, entities or keys at once.',
  },
  answersInFlight: {
    title: 'Bytes of answers being made per tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 14 * MiB,
    max: 32 * MiB,
    atLimit: 'Calls and commands are refused (429)',
    advice: 'Ask for fewer rows, or for less at the same time.',
    passes: true,
  },
  bodiesInFlight: {
    title: 'Bytes of long request bodies being worked on per tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 24 * MiB,
    max: 32 * MiB,
    atLimit: 'Calls are refused (429)',
    advice: 'Send less at the same time, in smaller parts.',
    passes: true,
  },
  queryIndexBytes: {
    title: 'Memory for searches and key filters per tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 112 * MiB,
    max: 128 * MiB,
    atLimit: 'The query is refused',
    advice: 'Ask without key filters, text search and sorting by values, or for fewer keys.',
  },
  tenantSockets: {
    title: 'WebSocket connections per tenant',
    per: 'tenant',
    kind: 'amount',
    default: 4_000,
    max: 20_000,
    atLimit: 'Further connections are closed',
    advice: 'Close connections that are no longer used.',
  },
  customerSockets: {
    title: 'WebSocket connections per customer',
    per: 'customer',
    kind: 'amount',
    default: 3_000,
    max: 20_000,
    atLimit: 'Further connections are closed',
    advice: 'Close connections that are no longer used.',
  },
  userSockets: {
    title: 'WebSocket connections per user',
    per: 'user',
    kind: 'amount',
    default: 2_500,
    max: 20_000,
    atLimit: 'Further connections are closed',
    advice: 'Close connections that are no longer used.',
  },
  visitorSockets: {
    title: 'WebSocket connections of visitors per public customer',
    per: 'visitor',
    kind: 'amount',
    default: 1_000,
    max: 20_000,
    atLimit: 'Further connections are closed',
    advice: 'Close connections that are no longer used.',
  },
  addressSockets: {
    title: 'WebSocket connections of visitors per address',
    per: 'address',
    kind: 'amount',
    default: 100,
    max: 10_000,
    atLimit: 'Further connections are closed',
    advice: 'Close connections that are no longer used.',
  },
  tenantSubscriptionBytes: {
    title: 'Memory for live subscriptions per tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 80 * MiB,
    max: 112 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  customerSubscriptionBytes: {
    title: 'Memory for live subscriptions per customer',
    per: 'customer',
    kind: 'amount',
    unit: 'bytes',
    default: 64 * MiB,
    max: 112 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  userSubscriptionBytes: {
    title: 'Memory for live subscriptions per user',
    per: 'user',
    kind: 'amount',
    unit: 'bytes',
    default: 72 * MiB,
    max: 112 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  visitorSubscriptionBytes: {
    title: 'Memory for live subscriptions of visitors per public customer',
    per: 'visitor',
    kind: 'amount',
    unit: 'bytes',
    default: 24 * MiB,
    max: 112 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  addressSubscriptionBytes: {
    title: 'Memory for live subscriptions of visitors per address',
    per: 'address',
    kind: 'amount',
    unit: 'bytes',
    default: 12 * MiB,
    max: 112 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  socketSubscriptionBytes: {
    title: 'Memory for live subscriptions per WebSocket connection',
    per: 'socket',
    kind: 'amount',
    unit: 'bytes',
    default: 16 * MiB,
    max: 64 * MiB,
    atLimit: 'The subscription is refused',
    advice: 'Subscribe to fewer entities or keys, or end subscriptions.',
  },
  socketCommands: {
    title: 'Commands per WebSocket connection',
    per: 'socket',
    kind: 'rate',
    seconds: 10,
    default: 2_000,
    max: 100_000,
    atLimit: 'Further commands wait',
    advice: 'Subscribe once instead of again and again.',
  },
  visitorSocketCommands: {
    title: 'Commands per WebSocket connection of a visitor',
    per: 'socket',
    kind: 'rate',
    seconds: 10,
    default: 500,
    max: 100_000,
    atLimit: 'Further commands wait',
    advice: 'Subscribe once instead of again and again.',
  },
  socketBuffers: {
    title: 'Bytes that wait for clients of WebSocket connections per tenant',
    per: 'tenant',
    kind: 'amount',
    unit: 'bytes',
    default: 24 * MiB,
    max: 48 * MiB,
    atLimit: 'The connection that reads slowly is closed',
    advice: 'Read what arrives, or subscribe to less.',
  },
} as const satisfies Record<string, LimitDefinition>

export type LimitKey = keyof typeof limits
export const limitKeys = Object.keys(limits) as LimitKey[]

/** The same as `limits`, with the fields that not every limit has. */
export const limitOf = (key: LimitKey): LimitDefinition => limits[key]

export const isLimitKey = (text: string): text is LimitKey => Object.hasOwn(limits, text)

/** Values that differ from the defaults. */
export type LimitValues = { readonly [K in LimitKey]?: number }

/** Keeps the keys that exist and values within their bounds. */
export function limitValuesFrom(given: unknown): LimitValues {
  if (typeof given !== 'object' || given === null) return {}
  const values: { [K in LimitKey]?: number } = {}
  for (const [key, value] of Object.entries(given)) {
    if (!isLimitKey(key) || typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1) continue
    values[key] = Math.min(value, limits[key].max)
  }
  return values
}

/** What is said where a limit refuses. */
export function refusalText(key: LimitKey, value: number): string {
  const { title, unit, kind, seconds, advice } = limitOf(key)
  const amount = unit === 'bytes' ? bytesText(value) : `${value.toLocaleString('en-US')}${unit === 'ms' ? ' ms' : ''}`
  const within = kind === 'rate' ? ` in ${seconds} s` : ''
  return `${title}: the limit is ${amount}${within}. ${advice}`
}

export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes >= MiB ? `${Math.round((bytes / MiB) * 10) / 10} MiB` : `${Math.round(bytes / 1024)} KiB`
}
