import { useState } from 'react'
import type { Story } from '../story.ts'
import { IconField } from './icon-field.tsx'

function Icon({ initial }: { initial: string }) {
  const [icon, setIcon] = useState(initial)
  return <IconField label="Icon" isOptional value={icon} onChange={setIcon} />
}

const story: Story = {
  id: 'icon-picker',
  group: 'Pickers',
  title: 'Icon picker',
  about:
    'Names of the Material set and, with their prefix, of MDI, as they are stored. Forty common ones; Show all lists the rest, and what is in sight is loaded. Arrows, Home and End go through them; letters search. Choosing one closes the dialog.',
  examples: [
    { name: 'A common icon', Example: () => <Icon initial="device_thermostat" /> },
    { name: 'Another', Example: () => <Icon initial="router" /> },
    { name: 'Of MDI', Example: () => <Icon initial="mdi:fire-hydrant" /> },
    { name: 'A name without an icon', Example: () => <Icon initial="gone_fishing" /> },
    { name: 'None', Example: () => <Icon initial="" /> },
  ],
}
export default story
