-- Runs in Neovim, after the configuration of docs/editors.md: opens a kernel, and writes what the editor has got from the server.
--
-- Arguments: the kernel, and the file for the result.

-- Neovim before 0.11 has not all of these; they do here what the newer ones do.
local configs, attached = {}, {}
if vim.fn.exists("##LspAttach") == 0 then
  local create = vim.api.nvim_create_autocmd
  vim.api.nvim_create_autocmd = function(event, options)
    if event == "LspAttach" then
      table.insert(attached, options.callback)
    else
      create(event, options)
    end
  end
end
vim.lsp.inlay_hint = vim.lsp.inlay_hint or { enable = function() end }
if not vim.lsp.config then
  vim.lsp.config = function(name, config) configs[name] = config end
  vim.lsp.enable = function(name)
    local config = configs[name]
    vim.api.nvim_create_autocmd("FileType", {
      pattern = config.filetypes,
      callback = function(event)
        local folder = vim.fn.fnamemodify(event.file, ":p:h")
        local capabilities = vim.lsp.protocol.make_client_capabilities()
        capabilities.textDocument.codeLens = { dynamicRegistration = false }
        local client = vim.lsp.start_client({
          name = name,
          cmd = config.cmd,
          root_dir = folder,
          capabilities = capabilities,
          on_attach = function(client, buffer)
            for _, callback in ipairs(attached) do
              callback({ buf = buffer, data = { client_id = client.id } })
            end
          end,
        })
        vim.lsp.buf_attach_client(event.buf, client)
      end,
    })
  end
end

return function(kernel, result)
  local function wait(what, condition)
    assert(vim.wait(30000, condition, 20), "nothing has come of " .. what)
  end
  local lines = {}
  local function say(...) table.insert(lines, table.concat({ ... }, " ")) end

  vim.cmd("edit " .. vim.fn.fnameescape(kernel))
  local buffer = vim.api.nvim_get_current_buf()
  wait("opening", function() return #vim.diagnostic.get(buffer) == 1 end)
  local found = vim.diagnostic.get(buffer)[1]
  say("found", tostring(found.lnum), tostring(found.col), found.message:match("^[^\n]*"))

  wait("lenses", function() return #vim.lsp.codelens.get(buffer) == 1 end)
  local lens = vim.lsp.codelens.get(buffer)[1].command
  say("lens", lens.title)
  vim.lsp.commands[lens.command](lens, { bufnr = buffer, client_id = next(vim.lsp.buf_get_clients(buffer)) })
  wait("showing", function() return vim.api.nvim_get_current_buf() ~= buffer end)
  say("loop", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
  vim.cmd("close")

  -- The text that is not saved counts: a line before the others moves the finding.
  vim.api.nvim_buf_set_lines(buffer, 0, 0, false, { "// é𝄞" })
  wait("typing", function()
    local now = vim.diagnostic.get(buffer)
    return #now == 1 and now[1].lnum == found.lnum + 1
  end)

  local document = { uri = vim.uri_from_bufnr(buffer) }
  local function ask(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 30000)
    local _, answer = next(answers or {})
    return assert(answer and answer.result, "no answer to " .. method)
  end
  local line = found.lnum + 1
  local at = { line = line, character = 3 }
  local hover = ask("textDocument/hover", { textDocument = document, position = at })
  say("hover", hover.contents.value:match("^[^\n]*"))

  local place = { line = line, character = found.col }
  local params = { textDocument = document, range = { start = place, ["end"] = place }, context = { diagnostics = {} } }
  local id = next(vim.lsp.buf_get_clients(buffer))
  local fix
  for _, action in ipairs(ask("textDocument/codeAction", params)) do
    say("action", action.title)
    -- The first one repairs; another one allows what is found.
    fix = fix or action.kind == "quickfix" and action
    if action.command and action.command.command == "clunroll.showUnrolled" then
      vim.lsp.commands[action.command.command](action.command, { bufnr = buffer, client_id = id })
      wait("showing", function() return vim.api.nvim_get_current_buf() ~= buffer end)
      say("shown", table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"))
      vim.cmd("close")
    end
  end
  vim.lsp.util.apply_workspace_edit(assert(fix, "there is no fix").edit, "utf-16")
  wait("fixing", function() return #vim.diagnostic.get(buffer) == 0 end)
  say("fixed", vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1])
  vim.fn.writefile(vim.split(table.concat(lines, "\n"), "\n"), result)
end
