/** Sources of a widget's actions: those of its type, then other stored ones. */

import { isActionSource } from '@sonde/model/dashboards/actions/action-sources'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { StoredAction } from '@sonde/model/dashboards/editing/widget-actions'
import { useEffect, useSyncExternalStore } from 'react'
import type { Translate } from '../../../../locale/texts.ts'
import { useRegisteredTypes } from '../../../widget-types-context.ts'

export interface ActionSources {
  /** Sources of the widget type. */
  readonly own: readonly string[]
  /** Sources of stored actions that the widget type doesn't run. */
  readonly other: readonly string[]
}

export function useActionSources(widget: DashboardWidget, stored: readonly StoredAction[]): ActionSources {
  const types = useRegisteredTypes()
  useSyncExternalStore(types.version.subscribe, types.version.get)
  useEffect(() => void types.load(widget), [types, widget])
  const state = types.state(widget)
  const storedIds = [...new Set(stored.map(({ sourceId }) => sourceId))]
  const declared = ['headerButton', ...(state.kind === 'ready' ? state.type.actionSources : [])]
  // Until the type is loaded, nothing is known to be foreign to it.
  const own = state.kind === 'loading' ? [...new Set([...declared, ...storedIds])] : declared
  return { own, other: storedIds.filter((id) => !own.includes(id)) }
}

export const sourceText = (sourceId: string, t: Translate): string =>
  isActionSource(sourceId) ? t(`widgetActions.source_${sourceId}`) : sourceId
