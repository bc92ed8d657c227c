/** How this folder writes the system's bundles and types down. */

import type { WidgetKind } from '@sonde/model/dashboards/dashboard-configuration'

export interface SystemType {
  readonly alias: string
  readonly name: string
  readonly description: string
  readonly image: string
  readonly kind: WidgetKind
  /** Columns and rows. */
  readonly size: readonly [number, number]
  /** JSON texts, of `settingsForm`. */
  readonly settings: string
  readonly keySettings: string
  /** Keys of a new widget's configuration beside those that all have. */
  readonly config?: Readonly<Record<string, unknown>>
}

export interface SystemBundle {
  readonly alias: string
  readonly title: string
  readonly description: string
  readonly image: string
  readonly types: readonly SystemType[]
}
