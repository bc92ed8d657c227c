import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { useState } from 'react'
import type { Story } from '../../ui/story.ts'
import { WidgetsBundleSelect } from './widgets-bundle-select.tsx'

function Held({ scope }: { scope: 'all' | 'system' | 'tenant' }) {
  const [bundle, setBundle] = useState<WidgetsBundle | null>(null)
  return <WidgetsBundleSelect scope={scope} value={bundle} onChange={setBundle} isOptional />
}

const story: Story = {
  id: 'widgets-bundle-select',
  group: 'Pickers',
  title: 'Widget bundle',
  about:
    "All bundles that the user sees, the system's, or the tenant's own, by title; those of the system are marked. The bundle of edges is offered where there are edges. A list that cannot be asked for is empty.",
  examples: [
    { name: 'All', Example: () => <Held scope="all" /> },
    { name: 'Of the system', Example: () => <Held scope="system" /> },
    { name: 'Of the tenant', Example: () => <Held scope="tenant" /> },
  ],
}
export default story
