import { userContract } from "@/lib/contracts/user";
import { serve } from "@/lib/server/http/serve";
import { findMissingFolders, listFolders } from "@/lib/server/user/list-folders";
import { createRole, deleteRole, listRoles, updateRole } from "@/lib/server/user/manage-roles";
import { createUser, deleteUser, listUsers, resetPassword, updateUser } from "@/lib/server/user/manage-users";
import { changePassword, confirm } from "@/lib/server/user/password";
import { listSessions, revokeSession } from "@/lib/server/user/sessions";
import { signOut } from "@/lib/server/user/sign-in";
import { createToken, listTokens, revokeToken } from "@/lib/server/user/tokens";
import { updateUserInfo } from "@/lib/server/user/user-info";

export const { GET, POST, PUT, DELETE } = serve(userContract, {
  logout: signOut,
  updateUserInfo,
  changePassword,
  confirm,
  listSessions,
  revokeSession,
  listTokens,
  createToken,
  revokeToken,
  listUsers,
  createUser,
  updateUser,
  resetPassword,
  deleteUser,
  listFolders,
  findMissingFolders,
  listRoles,
  createRole,
  updateRole,
  deleteRole,
});
