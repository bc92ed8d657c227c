/** Creates and connects the widget services. */

import type { RelationalStore } from '../storage/relational.ts'
import { ensureSystemWidgets, type SystemWidgetDeps } from './system-widgets.ts'
import { createWidgetStore } from './widget-store.ts'
import { createWidgetTypeService } from './widget-type-service.ts'
import { createWidgetsBundleService, type WidgetDeps } from './widgets-bundle-service.ts'

export type WidgetRoomDeps = Omit<WidgetDeps & SystemWidgetDeps, 'store'> & { readonly relational: RelationalStore }

export function createWidgets({ relational, ...given }: WidgetRoomDeps) {
  const parts = { ...given, store: createWidgetStore(relational) }
  return {
    bundles: createWidgetsBundleService(parts),
    types: createWidgetTypeService(parts),
    /** Call it after the store is open and before a dashboard's widgets are requested. */
    ensureSystemWidgets: () => ensureSystemWidgets(parts),
  }
}
