/**
 * How the system's widget types and bundles are declared: one folder for each bundle with its `bundle.ts`, beside it one
 * file for each type, which exports `types`. Server and web client find them by these places; nothing lists them.
 */

import type { JsonObject, WidgetKind } from '../dashboards/dashboard-configuration.ts'
import type { SettingsSchema } from './settings-schema.ts'

export interface SystemWidgetType {
  /** Of the wire, so that imported dashboards find the type. */
  readonly alias: string
  readonly name: string
  readonly description: string
  /** Lines of an SVG of 96 × 64, drawn in the color of the system; see `pictures.ts`. */
  readonly picture: string
  readonly kind: WidgetKind
  /** Columns and rows. */
  readonly size: readonly [number, number]
  /** Place in the bundle; equal places are in the order of their aliases. */
  readonly order: number
  readonly settings: SettingsSchema
  readonly keySettings: SettingsSchema
  /** Settings to start from instead of the defaults. */
  readonly preset?: JsonObject
  /** Keys of a new widget's configuration beside those that all have. */
  readonly config?: JsonObject
}

export interface SystemBundle {
  readonly alias: string
  readonly title: string
  readonly description: string
  /** Alias of the type whose picture the bundle has. */
  readonly cover: string
}
