/** Buttons of the editor's toolbar for what all widgets share: their dialogs are loaded when they are first opened. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { AddWidgetButton } from './library/add-widget-button.tsx'
import type { Editor } from './use-editor.ts'

export interface EditorToolsProps {
  readonly editor: Editor
  readonly configuration: DashboardConfiguration
  /** State that is open in the editor. */
  readonly stateId: string
}

export function EditorTools({ editor }: EditorToolsProps) {
  return <AddWidgetButton editor={editor} />
}
