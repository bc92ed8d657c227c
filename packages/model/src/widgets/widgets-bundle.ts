/** Bundles of widget types. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'

/** Characters of the image of a bundle or type, which is a data URL. */
export const widgetImageLengthMax = 1_000_000

export const widgetsBundle = Type.Object({
  id: idOf('WIDGETS_BUNDLE'),
  createdTime: epochMs,
  /** The system's own: the tenant of the system. */
  tenantId: idOf('TENANT'),
  /** What dashboards name it by; never changes. */
  alias: name,
  title: name,
  image: nullable(Type.String()),
  description: nullable(Type.String()),
})
export type WidgetsBundle = Static<typeof widgetsBundle>

export const widgetsBundleInput = Type.Object({
  id: nullish(looseIdOf('WIDGETS_BUNDLE')),
  /** Absent: made of the title. */
  alias: nullish(text),
  title: text,
  image: nullish(Type.String({ maxLength: widgetImageLengthMax })),
  description: nullish(text),
})
export type WidgetsBundleInput = Static<typeof widgetsBundleInput>
