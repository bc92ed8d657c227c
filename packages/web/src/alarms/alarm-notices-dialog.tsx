/** Settings for which new alarms play a sound or show a browser notification. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, Select } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import type { AlarmNotices } from './alarm-notices.ts'
import { playAlarmSound } from './alarm-sound.ts'
import { useSaveNotices } from './notice-setting.ts'

interface AlarmNoticesDialogProps {
  readonly stored: AlarmNotices
  readonly onClose: () => void
}

export default function AlarmNoticesDialog({ stored, onClose }: AlarmNoticesDialogProps) {
  const t = useText()
  const save = useSaveNotices()
  const sending = useSubmit()
  const [notices, setNotices] = useState(stored)
  const set = (change: Partial<AlarmNotices>) => setNotices({ ...notices, ...change })

  const submit = () =>
    sending.submit(async () => {
      if (notices.notification && !(await mayNotify())) throw new Error(t('alarms.noticesBlocked'))
      await save(notices)
      onClose()
    })

  return (
    <FormDialog
      title={t('alarms.noticesTitle')}
      action={t('ui.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Select
        label={t('alarms.noticesFrom')}
        help={t('alarms.noticesFromHelp')}
        value={notices.from}
        options={alarmSeverities.map((value) => ({ value, label: t(`alarms.${value}`) }))}
        onChange={(from: AlarmSeverity) => set({ from })}
      />
      <CheckField label={t('alarms.noticesSound')} isChecked={notices.sound} onChange={(sound) => set({ sound })} />
      <CheckField
        label={t('alarms.noticesBrowser')}
        help={t('alarms.noticesBrowserHelp')}
        isChecked={notices.notification}
        onChange={(notification) => set({ notification })}
      />
      <div>
        <Button
          kind="plain"
          size="sm"
          icon={<Volume2 size={16} strokeWidth={2} aria-hidden />}
          onClick={() => playAlarmSound()}
        >
          {t('alarms.noticesTry')}
        </Button>
      </div>
    </FormDialog>
  )
}

/** Requests permission from the user; the browser remembers the answer. */
async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}
