/**
 * Registry of the widget types of this client. The path of a file gives the type's name: `cards.simple_card` is
 * declared in `cards/simple-card/type.tsx`, all of `digital_gauges` in `digital-gauges/type.tsx`. A type is loaded when
 * a dashboard uses it.
 */

import { createWidgetTypes, type FindWidgetType, type WidgetType } from '../dashboards/widget-api.ts'

const files = import.meta.glob<WidgetType>('./**/type.tsx', { import: 'default' })

const folderOf = (alias: string): string => alias.replaceAll('_', '-')

export const findWidgetType: FindWidgetType = (bundleAlias, typeAlias) => {
  const bundle = folderOf(bundleAlias)
  return files[`./${bundle}/${folderOf(typeAlias)}/type.tsx`] ?? files[`./${bundle}/type.tsx`]
}

/** Types that no file declares were written by users: their code runs in a frame. */
export const widgetTypes = createWidgetTypes(
  findWidgetType,
  async () => (await import('./user-types/user-widget.tsx')).userWidgetType,
)
