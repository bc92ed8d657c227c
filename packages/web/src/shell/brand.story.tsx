import type { Story } from '../ui/story.ts'
import { BrandMark } from './brand.tsx'

const story: Story = {
  id: 'logo',
  group: 'Page pieces',
  title: 'Logo',
  about:
    'The mark of the product, beside its name or alone. It is a drawing that leads nowhere and takes the colours of the scheme; its size is in px.',
  examples: [
    { name: 'As in the menu', Example: () => <BrandMark /> },
    { name: 'As on the sign-in page', Example: () => <BrandMark size={30} /> },
  ],
}
export default story
