/** Menu next to the full-screen button: starts wall mode with the time that each state is shown. */

import { ChevronDown } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { MenuButton } from '../ui/menu/menu.tsx'

/** Seconds. */
const choices = [10, 30, 60, 120, 300]

export function WallModeMenu({ onStart }: { onStart: (everyMs: number) => void }) {
  const t = useText()
  return (
    <MenuButton
      label={t('dashboards.wallMode')}
      icon={<ChevronDown size={16} strokeWidth={2} />}
      size="sm"
      items={choices.map((seconds) => ({
        id: String(seconds),
        label: t('dashboards.wallModeEvery', {
          time:
            seconds < 60
              ? t('dashboards.seconds', { count: seconds })
              : t('dashboards.minutes', { count: seconds / 60 }),
        }),
        onSelect: () => onStart(seconds * 1000),
      }))}
    />
  )
}
