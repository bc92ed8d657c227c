/**
 * The types of widgets that this client draws. A type is found by its place: `cards.simple_card` is declared in
 * `cards/simple-card/type.tsx`, all of `digital_gauges` in `digital-gauges/type.tsx`. It is loaded when a dashboard has
 * it.
 */

import { createWidgetTypes, type WidgetType } from '../dashboards/widget-api.ts'

const files = import.meta.glob<WidgetType>('./**/type.tsx', { import: 'default' })

const folderOf = (alias: string): string => alias.replaceAll('_', '-')

export const widgetTypes = createWidgetTypes((bundleAlias, typeAlias) => {
  const bundle = folderOf(bundleAlias)
  return files[`./${bundle}/${folderOf(typeAlias)}/type.tsx`] ?? files[`./${bundle}/type.tsx`]
})
