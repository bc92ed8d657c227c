/** What the parts of the data tab show and how they change it. */

import type { DashboardWidget, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { SourcePlace } from '@sonde/model/dashboards/editing/data-keys'
import type { EntityId } from '@sonde/model/ids'
import type { TypeParameters } from '@sonde/model/widgets/type-parameters'
import type { Editor } from '../../use-editor.ts'

type ChangeConfig = (config: JsonObject) => JsonObject

export interface DataEdit {
  readonly editor: Editor
  /** Configuration of the widget, as stored. */
  readonly config: JsonObject
  /** The widget as it is drawn, with defaults. */
  readonly widget: DashboardWidget
  readonly parameters: TypeParameters
  /** Entity aliases of the dashboard, as stored. */
  readonly aliases: JsonObject
  /** Filters of the dashboard, as stored. */
  readonly filters: JsonObject
  /** Changes that follow each other with the same `field` are undone together. */
  readonly set: (field: string, change: ChangeConfig) => void
  /** A change that is undone alone. */
  readonly run: (change: ChangeConfig) => void
  /** Changes the widget with the alias of an entity, which is added if the dashboard has none. */
  readonly runWithEntity: (
    entity: { readonly id: EntityId; readonly name: string },
    change: (config: JsonObject, aliasId: string) => JsonObject,
  ) => void
  /** Announces to screen readers. */
  readonly say: (text: string) => void
}

export interface SourceProps {
  readonly edit: DataEdit
  readonly place: SourcePlace
  readonly source: JsonObject
}
