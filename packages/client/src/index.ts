/** Public exports of the client package. */

export { LiveErrorCode } from '@sonde/model/entity-query/live-updates'
export { ErrorCode } from '@sonde/model/errors'
export { entityId, NIL_UUID } from '@sonde/model/ids'
export type { AlarmListFilter, AlarmStatusFilter } from './alarms/alarm-calls.ts'
export type { AssignableListFilter } from './assignables/assignable-calls.ts'
export type { AuditLogFilter } from './audit-log/audit-log-calls.ts'
export type { OAuth2Client, PasswordPolicy } from './auth/auth-calls.ts'
export { type BatchFetchOptions, createBatchFetch } from './batch/batch-fetch.ts'
export { type Client, createClient } from './client.ts'
export { type ClientCore, type ClientOptions, createClientCore } from './client-core.ts'
export type { ComponentFilter } from './component-descriptors/component-descriptor-calls.ts'
export type { Customer, CustomerShortInfo } from './customers/customer-calls.ts'
export type { DashboardListFilter } from './dashboards/dashboard-calls.ts'
export type { DeviceListFilter, DeviceRpc } from './devices/device-calls.ts'
export type { ClaimedDevice } from './devices/device-fleet-calls.ts'
export {
  type AlarmDataCallbacks,
  type EntityDataCallbacks,
  type EntityDataParts,
  type EntityDataSubscription,
  type HistoryRange,
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
export type { OtaPackage, OtaUpload } from './ota-packages/ota-package-calls.ts'
export type { RelationFilter, RelationKey } from './relations/relation-calls.ts'
export { ApiError, SessionError } from './rest/api-error.ts'
export type { Download } from './rest/download.ts'
export type { Method, Query, QueryValue } from './rest/http-call.ts'
export type { TimePageLink } from './rest/page-query.ts'
export type { CallOptions, RequestHooks, RequestInfo, RequestOptions, Rest } from './rest/rest.ts'
export type { QueuedRpc } from './rpc/rpc-calls.ts'
export type { Session, SessionListener } from './session/session.ts'
export {
  type ClientClock,
  memoryStorage,
  type SessionLock,
  type TokenStorage,
  webLock,
  webStorage,
} from './session/session-parts.ts'
export type { AuthUser, TokenPair } from './session/tokens.ts'
export type { DeviceConnectivity } from './system/system-calls.ts'
export type { Attribute, SeriesByKey, SeriesPoint, SeriesRange } from './telemetry/telemetry-calls.ts'
export type { TelemetryPoint } from './telemetry/telemetry-upload-calls.ts'
export type { User } from './users/user-calls.ts'
export type { BundleKey } from './widgets/widget-type-calls.ts'
export type * from './wire-types.ts'
