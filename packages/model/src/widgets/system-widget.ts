/**
 * Declarations of the system's widget types and bundles: one folder per bundle with a `bundle.ts`, and in it one file
 * per type, which exports `types`. Server and web client find them by these paths; there is no list.
 */

import type { JsonObject, WidgetKind } from '../dashboards/dashboard-configuration.ts'
import type { SettingsSchema } from './settings-schema.ts'
import type { TypeParameters } from './type-parameters.ts'

export interface SystemWidgetType {
  /** Same as in ThingsBoard, so that imported dashboards find the type. */
  readonly alias: string
  readonly name: string
  readonly description: string
  /** SVG elements for a viewBox of 96 × 64, drawn in the system's color; see `pictures.ts`. */
  readonly picture: string
  readonly kind: WidgetKind
  /** Width and height in grid cells. */
  readonly size: readonly [number, number]
  /** Position in the bundle; types with equal positions are sorted by alias. */
  readonly order: number
  readonly settings: SettingsSchema
  readonly keySettings: SettingsSchema
  /** Initial settings that replace the defaults. */
  readonly preset?: JsonObject
  /** What it accepts as data, if that is less than any datasources with any keys. */
  readonly parameters?: Partial<TypeParameters>
  /** Keys of a new widget's configuration, in addition to the common ones. */
  readonly config?: JsonObject
}

export interface SystemBundle {
  readonly alias: string
  readonly title: string
  readonly description: string
  /** Alias of the type whose picture the bundle uses. */
  readonly cover: string
}
