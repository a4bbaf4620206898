import type { Db } from '../../platform/db/db.ts'
import type { AdminApi } from '../admin-api/index.ts'
import { createDealerMaps } from './dealer-maps.ts'
import type { Places } from './records/look-up-points.ts'
import { addCreateDealer } from './routes/create-dealer.ts'
import { addCreateGroup } from './routes/create-group.ts'
import { addDeleteGroup } from './routes/delete-group.ts'
import { addListDealers } from './routes/list-dealers.ts'
import { addListGroups } from './routes/list-groups.ts'
import { addListTerritories } from './routes/list-territories.ts'
import { addMapDealers } from './routes/map-dealers.ts'
import { addMapTerritories } from './routes/map-territories.ts'
import { addSetTerritories } from './routes/set-territories.ts'
import { addShowDealer } from './routes/show-dealer.ts'
import { addShowGroup } from './routes/show-group.ts'
import { addUpdateDealer } from './routes/update-dealer.ts'
import { addUpdateGroup } from './routes/update-group.ts'

/** Adds the endpoints of dealers, groups and territories to the administration. */
export function addDealerRoutes(api: AdminApi, { db, places }: { db: Db; places: Places }): void {
  addListDealers(api, places)
  addMapDealers(api, createDealerMaps(db), places)
  addShowDealer(api)
  addCreateDealer(api, places)
  addUpdateDealer(api, places)
  addListGroups(api)
  addShowGroup(api)
  addCreateGroup(api)
  addUpdateGroup(api)
  addDeleteGroup(api)
  addListTerritories(api)
  addMapTerritories(api, places)
  addSetTerritories(api)
}
