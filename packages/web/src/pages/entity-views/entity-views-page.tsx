/** Entity views: the list. */

import { useScopedRoom } from '../../assignment/list-scope.ts'
import { RoomListPage } from '../../entity-room/room-pages.tsx'
import { entityViewRoom } from './entity-view-room.tsx'

export const EntityViewsPage = () => <RoomListPage room={useScopedRoom(entityViewRoom)} />
