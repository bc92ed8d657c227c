/** Contexts of the actions of an open dashboard, and of the states that are embedded in it. */

import type {
  DashboardConfiguration,
  DashboardWidget,
  JsonObject,
} from '@sonde/model/dashboards/dashboard-configuration'
import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { createContext, type ReactNode } from 'react'
import type { ActionPlace } from '../../sandbox/function-protocol.ts'
import type { ActionCall } from './action-host.ts'
import type { ActiveEntities } from './active-entities.ts'

export interface ActionContextValue {
  /** The same function while the dashboard is open. */
  readonly run: (call: ActionCall) => void
  /** Does what code of a widget asks for, such as to open a state; rejects if it can't. */
  readonly ask: (widget: DashboardWidget, method: string, args: readonly unknown[]) => Promise<unknown>
  /** The open states. */
  readonly place: () => Omit<ActionPlace, 'elementId' | 'entity'>
  readonly active: ActiveEntities
}

/** Null where widgets have no dashboard around them, such as previews. */
export const ActionContext = createContext<ActionContextValue | null>(null)

/** A state that is shown within another state; its stack of states isn't in the URL. */
export interface EmbeddedView {
  readonly configuration: DashboardConfiguration
  readonly states: readonly StateEntry[]
  readonly onStates: (states: readonly StateEntry[]) => void
  readonly hidesToolbar: boolean
}

/** How an embedded dashboard view depends on the view around it. */
export interface Embedding {
  /** 1: the state is embedded in the page's state. */
  readonly depth: number
  /** Time window of the dashboard around it; the embedded state follows its changes. */
  readonly window: TimeWindow
}

export interface EmbedContextValue {
  readonly configuration: DashboardConfiguration
  /** Parameters of the open state. */
  readonly params: JsonObject
  /** 0 on the page itself. */
  readonly depth: number
  /** The dashboard is open in the editor. */
  readonly isEdit: boolean
  readonly render: (view: EmbeddedView) => ReactNode
}

export const EmbedContext = createContext<EmbedContextValue | null>(null)
