/** API schemas of widget bundles. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'

/** Maximum characters of the image (a data URL) of a bundle or type. */
export const widgetImageLengthMax = 1_000_000

export const widgetsBundle = Type.Object({
  id: idOf('WIDGETS_BUNDLE'),
  createdTime: epochMs,
  /** For system bundles: the system tenant. */
  tenantId: idOf('TENANT'),
  /** Key that dashboards refer to; immutable. */
  alias: name,
  title: name,
  image: nullable(Type.String()),
  description: nullable(Type.String()),
})
export type WidgetsBundle = Static<typeof widgetsBundle>

export const widgetsBundleInput = Type.Object({
  id: nullish(looseIdOf('WIDGETS_BUNDLE')),
  /** Absent: derived from the title. */
  alias: nullish(text),
  title: text,
  image: nullish(Type.String({ maxLength: widgetImageLengthMax })),
  description: nullish(text),
})
export type WidgetsBundleInput = Static<typeof widgetsBundleInput>
