/** API schemas of widget types, identified by bundle alias and type alias. */

import Type, { type Static } from 'typebox'
import { widgetKinds } from '../dashboards/dashboard-configuration.ts'
import { epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'
import { widgetImageLengthMax } from './widgets-bundle.ts'

/** Additional keys are stored unchanged. */
export const widgetDescriptor = Type.Object(
  {
    type: Type.Enum([...widgetKinds]),
    /** Size of a new widget in grid cells. */
    sizeX: Type.Optional(Type.Number()),
    sizeY: Type.Optional(Type.Number()),
    resources: Type.Optional(Type.Unknown()),
    templateHtml: nullish(Type.String()),
    templateCss: nullish(Type.String()),
    controllerScript: nullish(Type.String()),
    /** JSON value or JSON text. */
    settingsSchema: Type.Optional(Type.Unknown()),
    dataKeySettingsSchema: Type.Optional(Type.Unknown()),
    /** JSON text. */
    defaultConfig: nullish(Type.String()),
  },
  { additionalProperties: true },
)
export type WidgetDescriptor = Static<typeof widgetDescriptor> & Readonly<Record<string, unknown>>

const record = {
  id: idOf('WIDGET_TYPE'),
  createdTime: epochMs,
  /** For system types: the system tenant. */
  tenantId: idOf('TENANT'),
  bundleAlias: name,
  /** Unique in the bundle; immutable. */
  alias: name,
  name,
}
const about = { image: nullable(Type.String()), description: nullable(Type.String()) }

export const widgetType = Type.Object({ ...record, descriptor: widgetDescriptor })
export type WidgetType = Static<typeof widgetType>

export const widgetTypeDetails = Type.Object({ ...widgetType.properties, ...about })
export type WidgetTypeDetails = Static<typeof widgetTypeDetails>

export const widgetTypeInfo = Type.Object({ ...record, ...about, widgetType: Type.Enum([...widgetKinds]) })
export type WidgetTypeInfo = Static<typeof widgetTypeInfo>

export const widgetTypeInput = Type.Object({
  id: nullish(looseIdOf('WIDGET_TYPE')),
  bundleAlias: text,
  /** Absent: derived from the name. */
  alias: nullish(text),
  name: text,
  image: nullish(Type.String({ maxLength: widgetImageLengthMax })),
  description: nullish(text),
  descriptor: widgetDescriptor,
})
export type WidgetTypeInput = Static<typeof widgetTypeInput>
