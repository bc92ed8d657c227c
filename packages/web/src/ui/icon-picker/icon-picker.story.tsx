import { useState } from 'react'
import type { Story } from '../../catalogue/story.ts'
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
    'Names of the Material set, as they are stored, drawn with the icons of the page. Forty common ones; Show all loads the rest. Choosing one closes the dialog.',
  examples: [
    { name: 'A common icon', Example: () => <Icon initial="device_thermostat" /> },
    { name: 'Another', Example: () => <Icon initial="router" /> },
    { name: 'A name without an icon', Example: () => <Icon initial="snowshoeing" /> },
    { name: 'None', Example: () => <Icon initial="" /> },
  ],
}
export default story
