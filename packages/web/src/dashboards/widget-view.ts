/** Data that a widget draws. Immutable: each change creates a new object. */

import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityId } from '@sonde/model/ids'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { DerivedWindow } from '@sonde/model/time-windows/window-commands'
import type { RequestRole } from './data-request.ts'
import type { LiveLimits } from './limits.ts'
import type { NamedFault } from './widget-functions.ts'

export interface EntityInfo {
  readonly id: EntityId
  readonly name: string
  readonly label: string
  /** Device profile name, for devices whose query requested it. */
  readonly profile?: string
}

interface KeyOfEntity {
  /** ID of the entity and key; the same in every widget. */
  readonly id: string
  readonly role: RequestRole
  readonly datasourceIndex: number
  readonly keyIndex: number
  readonly entity: EntityInfo
  /** Data key; its description supplies name, unit and decimals that it does not set. */
  readonly dataKey: DataKey
  readonly description?: KeyDescription | undefined
  /** Label with the names of entity, alias and datasource filled in. */
  readonly label: string
  /** Most decimals in the values so far; see `DecimalsSeen`. */
  readonly decimalsSeen: number
}

export interface SeriesView extends KeyOfEntity {
  readonly column: SeriesColumn
  readonly derived: DerivedWindow
  /** Time range of the time axis. */
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
  /** The alias resolves to no entity. */
  | { readonly kind: 'unresolved'; readonly aliasName: string }
  | { readonly kind: 'failed'; readonly error: Error }

export interface WidgetView {
  readonly status: WidgetStatus
  /** The displayed data is from before a change; the new data is loading. */
  readonly isRefreshing: boolean
  readonly series: readonly SeriesView[]
  readonly latest: readonly LatestView[]
  readonly entities: readonly EntityInfo[]
  /** Current values of limits that attributes define. */
  readonly limits: LiveLimits
  /** Set if more entities match than are shown. */
  readonly overflow: { readonly shown: number; readonly total: number } | null
  /** What failed in functions of the settings. */
  readonly faults: readonly NamedFault[]
}

export const loadingView: WidgetView = {
  status: { kind: 'loading' },
  isRefreshing: false,
  series: [],
  latest: [],
  entities: [],
  limits: new Map(),
  overflow: null,
  faults: [],
}
