/** The parts of the widgets' room, put together. */

import type { RelationalStore } from '../storage/relational.ts'
import { ensureSystemWidgets, type SystemWidgetParts } from './system-widgets.ts'
import { createWidgetStore } from './widget-store.ts'
import { createWidgetTypeService } from './widget-type-service.ts'
import { createWidgetsBundleService, type WidgetParts } from './widgets-bundle-service.ts'

export type WidgetRoomParts = Omit<WidgetParts & SystemWidgetParts, 'store'> & { readonly relational: RelationalStore }

export function createWidgets({ relational, ...given }: WidgetRoomParts) {
  const parts = { ...given, store: createWidgetStore(relational) }
  return {
    bundles: createWidgetsBundleService(parts),
    types: createWidgetTypeService(parts),
    /** Once the store is open, before anybody asks for a dashboard's widgets. */
    ensureSystemWidgets: () => ensureSystemWidgets(parts),
  }
}
