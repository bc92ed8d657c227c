/** Group of settings of a widget, with a button that resets them. */

import { withoutMembers } from '@sonde/model/dashboards/editing/json-path'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import type { WidgetTabProps } from './widget-tab.ts'

interface SettingsSectionProps extends Pick<WidgetTabProps, 'json' | 'change'> {
  readonly title: string
  /** Members of the configuration that the section sets, which the button removes; none: no button. */
  readonly members?: readonly string[]
  readonly children: ReactNode
}

export function SettingsSection({ json, change, title, members = [], children }: SettingsSectionProps) {
  const t = useText()
  const config = objectOf(json.config)
  return (
    <FieldGroup title={title}>
      {children}
      {members.some((name) => Object.hasOwn(config, name)) && (
        <div>
          <Button
            size="sm"
            kind="plain"
            icon={<RotateCcw size={16} strokeWidth={2} />}
            aria-label={t('widgetSettings.resetSection', { name: title })}
            onClick={() => change(`reset ${title}`, (all) => withoutMembers(all, members))}
          >
            {t('widgetSettings.reset')}
          </Button>
        </div>
      )}
    </FieldGroup>
  )
}
