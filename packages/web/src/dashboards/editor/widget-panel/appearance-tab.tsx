/** Tab with a widget's title and looks. */

import { withMember } from '@sonde/model/dashboards/editing/json-path'
import { useText } from '../../../locale/use-text.tsx'
import { CheckField, TextField } from '../../../ui/field/text-field.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

export function AppearanceTab({ widget, change }: WidgetTabProps) {
  const t = useText()
  const { title, showTitle } = widget.config
  return (
    <div className="sd-form">
      <TextField
        label={t('dashboardEditor.title')}
        value={title}
        onChange={(next) => change('title', (config) => withMember(config, 'title', next))}
      />
      <CheckField
        label={t('dashboardEditor.showTitle')}
        isChecked={showTitle}
        onChange={(next) => change('showTitle', (config) => withMember(config, 'showTitle', next))}
      />
    </div>
  )
}
