/** What a widget is handed to draw: immutable, made again when something in it changed. */

import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityId } from '@sonde/model/ids'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { DerivedWindow } from '@sonde/model/time-windows/window-commands'
import type { RequestRole } from './data-request.ts'
import type { LiveLimits } from './limits.ts'

export interface EntityInfo {
  readonly id: EntityId
  readonly name: string
  readonly label: string
  /** Of a device: the name of its profile, where the query asked for it. */
  readonly profile?: string
}

interface KeyOfEntity {
  /** The same for the same entity and key in every widget. */
  readonly id: string
  readonly role: RequestRole
  readonly datasourceIndex: number
  readonly keyIndex: number
  readonly entity: EntityInfo
  /** With name, unit and decimals of its description where it sets none. */
  readonly dataKey: DataKey
  readonly description?: KeyDescription | undefined
  /** With names filled in. */
  readonly label: string
  /** Digits after the point that its values have shown so far; see `DecimalsSeen`. */
  readonly decimalsSeen: number
}

export interface SeriesView extends KeyOfEntity {
  readonly column: SeriesColumn
  readonly derived: DerivedWindow
  /** The stretch that the time axis shows. */
  readonly range: TimeRange
}

export interface LatestView extends KeyOfEntity {
  /** Epoch ms; 0 when the entity has no value. */
  readonly ts: number
  readonly text: string
}

export type WidgetStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  /** The alias stands for no entity. */
  | { readonly kind: 'unresolved'; readonly aliasName: string }
  | { readonly kind: 'failed'; readonly error: Error }

export interface WidgetView {
  readonly status: WidgetStatus
  /** What is shown is from before a change; what was asked for is on its way. */
  readonly isRefreshing: boolean
  readonly series: readonly SeriesView[]
  readonly latest: readonly LatestView[]
  readonly entities: readonly EntityInfo[]
  /** Of limits that attributes hold. */
  readonly limits: LiveLimits
  /** More entities match than are shown. */
  readonly overflow: { readonly shown: number; readonly total: number } | null
}

export const loadingView: WidgetView = {
  status: { kind: 'loading' },
  isRefreshing: false,
  series: [],
  latest: [],
  entities: [],
  limits: new Map(),
  overflow: null,
}
