/** What the client package offers to its users. */

export type { OAuth2Client, PasswordPolicy } from './auth/auth-calls.ts'
export { type Client, createClient } from './client.ts'
export { type ClientCore, type ClientOptions, createClientCore } from './client-core.ts'
export type { Customer, CustomerShortInfo } from './customers/customer-calls.ts'
export type { DeviceListFilter, DeviceRpc } from './devices/device-calls.ts'
export {
  type AlarmDataCallbacks,
  type EntityDataCallbacks,
  type EntityDataParts,
  type EntityDataSubscription,
  type LiveClient,
  LiveError,
  type OnLiveError,
  type SeriesWindow,
  type Unsubscribe,
  type ValuesUpdate,
} from './live/live-client.ts'
export {
  type LiveSocket,
  type OpenSocket,
  openPlatformSocket,
  type SocketHandlers,
  type Timers,
} from './live/live-socket.ts'
export type { LiveStatus, LiveStatusStore } from './live/live-status.ts'
export { ApiError, SessionError } from './rest/api-error.ts'
export type { Method, Query, QueryValue } from './rest/http-call.ts'
export type { RequestHooks, RequestInfo, RequestOptions, Rest } from './rest/rest.ts'
export type { Session, SessionListener } from './session/session.ts'
export { type ClientClock, memoryStorage, type TokenStorage, webStorage } from './session/session-parts.ts'
export type { AuthUser, TokenPair } from './session/tokens.ts'
export type { DeviceAddress, DeviceConnectivity } from './system/system-calls.ts'
export type { Attribute, SeriesByKey, SeriesPoint, SeriesRange } from './telemetry/telemetry-calls.ts'
export type { User } from './users/user-calls.ts'
