/** Widget types for charts outside of dashboards. The registry of all types is loaded with the first chart. */

import { createWidgetTypes } from '../dashboards/widget-types.ts'

export const chartTypes = createWidgetTypes((bundleAlias, typeAlias) => async () => {
  const { findWidgetType } = await import('../widgets/widget-registry.ts')
  const load = findWidgetType(bundleAlias, typeAlias)
  if (!load) throw new Error(`There is no widget type ${bundleAlias}.${typeAlias}.`)
  return load()
})
